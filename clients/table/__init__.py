"""Sessions at a table: a person against bots, and help for people who play with the real game."""
