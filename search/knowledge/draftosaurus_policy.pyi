from dinoai.engine.state import State

def placements(state: State, seat: int) -> list[tuple[int, int, float, float]]:
    """(species, place, value, potential afterwards) of the seat's placements by the shipped tables.

    The state is full and in a phase in which a placement is chosen. Value and potential are found in different ways and
    rise alike.
    """
