"""Strength ladders: bots against bots on paired deals, and what their games tell."""
