"""What the search knows of each game beyond its rules."""
