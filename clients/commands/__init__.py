"""The sub-commands of the command line, one a module."""
