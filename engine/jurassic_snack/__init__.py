"""Jurassic Snack."""
