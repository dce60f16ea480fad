"""The sub-commands of `dinoai ladder`, a module each."""
