"""Draftosaurus."""
