"""Slow, plain reference rules of both games, written from the rule texts alone.

The modules work on plain dicts in the contract's JSON form, the inner object without the outer
game key: `{"rows": [...], ...}`, not `{"jurassic_snack": {"rows": [...], ...}}`. Tags such as R5,
E8 or D9 point into the rule texts. Illegal moves and wrong reveals raise `ValueError`; broken
states are not looked for: telling them apart is not the job of an oracle for the rules.
"""
