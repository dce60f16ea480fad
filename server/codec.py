"""What the engine and the search answer, as response messages; the command line prints the same messages."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from google.protobuf.message import Message

from dinoai.engine import games
from dinoai.engine.errors import InvalidInputError, Problem
from dinoai.engine.score import Score
from dinoai.engine.state import State
from dinoai.search import Suggestion, Suggestions
from dinoai.server.moves import move_message
from dinoai.v1 import draftosaurus_pb2, jurassic_snack_pb2, rules_pb2, suggest_pb2

OPTIONS_OF_GAME = {
    "jurassic_snack": ("area", "jurassic_snack_options"),
    "draftosaurus": ("players", "side", "start", "match", "draftosaurus_options"),
}
"""The fields of a request for a new game that only one game has."""

OPTIONS_FIELDS = {
    "jurassic_snack": jurassic_snack_pb2.JurassicSnackOptions.DESCRIPTOR.fields_by_name,
    "draftosaurus": draftosaurus_pb2.DraftosaurusOptions.DESCRIPTOR.fields_by_name,
}
"""The options that a game's state holds, by name."""


def new_game(request: rules_pb2.NewGameRequest, found: Iterable[Problem] = ()) -> State:
    """The fresh game that a request asks for.

    Raises `InvalidInputError` with all problems: those `found` when the request was read, a missing game, an enum value
    that the schema does not know, the other game's options, and what the game itself does not allow.
    """
    problems = list(found)
    given = _present(request, "", problems)
    game = str(given.pop("game", "")).lower()
    if not game:
        problems.append(Problem("game", f"must be one of {', '.join(name.upper() for name in games.GAMES)}"))
    for owner, names in OPTIONS_OF_GAME.items():
        if game and owner != game:
            foreign = [name for name in names if given.pop(name, None) is not None]
            problems.extend(Problem(name, f"is for {owner} alone") for name in foreign)
    options: dict[str, Any] = {"game": game}
    for name, value in given.items():
        if isinstance(value, Message):
            options |= _present(value, f"{name}.", problems)
        else:
            options[name] = value.lower() if name == "area" else value
    if game not in games.GAMES:
        raise InvalidInputError(problems)
    try:
        state = games.new_game(**options)
    except InvalidInputError as error:
        of_state = OPTIONS_FIELDS[game]
        problems.extend(
            Problem(f"{game}_options.{problem.path}" if problem.path in of_state else problem.path, problem.message)
            for problem in error.problems
        )
    if problems:
        raise InvalidInputError(problems)
    return state


def _present(message: Message, path: str, problems: list[Problem]) -> dict[str, Any]:
    """The fields that are present, enums by name."""
    result: dict[str, Any] = {}
    for field, value in message.ListFields():
        if field.enum_type is not None:
            names = [item.name for item in field.enum_type.values if item.number]
            item = field.enum_type.values_by_number.get(value)
            if item is None or not item.number:
                problems.append(Problem(f"{path}{field.name}", f"must be one of {', '.join(names)}"))
                continue
            value = item.name
        result[field.name] = value
    return result


def moves_response(game: str, notations: list[str]) -> rules_pb2.ListMovesResponse:
    """Legal moves, in the order given."""
    legal_move = rules_pb2.ListMovesResponse.LegalMove
    return rules_pb2.ListMovesResponse(
        moves=[legal_move(move=move_message(game, notation), notation=notation) for notation in notations]
    )


def apply_response(state: State) -> rules_pb2.ApplyMoveResponse:
    """The state after a move, and the result."""
    score = games.score(state)
    return rules_pb2.ApplyMoveResponse(state=games.encode_state(state), over=score.over, winners=score.winners)


def score_response(score: Score) -> rules_pb2.ScoreResponse:
    """A score."""
    seat_score = rules_pb2.ScoreResponse.SeatScore
    return rules_pb2.ScoreResponse(
        seats=[
            seat_score(points=seat.points, breakdown=seat.breakdown, tie_break=seat.tie_break) for seat in score.seats
        ],
        over=score.over,
        winners=score.winners,
        reason=score.reason,
    )


def suggest_response(game: str, answer: Suggestions) -> suggest_pb2.SuggestResponse:
    """Ranked moves."""
    stats, engine = answer.stats, answer.engine
    response = suggest_pb2.SuggestResponse(
        win_probabilities=answer.win_probabilities,
        expected_scores=answer.expected_scores,
        seat=answer.seat,
        stats=suggest_pb2.SearchStats(
            simulations=stats.simulations,
            elapsed_millis=round(stats.elapsed_millis),
            nodes=stats.nodes,
            max_depth=stats.max_depth,
            stop_reason=stats.stop_reason or None,
        ),
        engine=suggest_pb2.EngineInfo(version=engine.version, bot=engine.bot, calibration=engine.calibration),
    )
    for suggestion in answer.suggestions:
        _add_suggestion(response, game, suggestion)
    return response


# A message that is never handed out: where it is used it is copied.
_known_move = lru_cache(maxsize=4096)(move_message)


def _add_suggestion(response: suggest_pb2.SuggestResponse, game: str, suggestion: Suggestion) -> None:
    response.suggestions.add(  # made in its place, as a message that is given to another is copied
        move=_known_move(game, suggestion.notation),
        notation=suggestion.notation,
        win_probability=suggestion.win_probability,
        win_probability_low=suggestion.win_probability_low,
        win_probability_high=suggestion.win_probability_high,
        expected_score=suggestion.expected_score,
        expected_margin=suggestion.expected_margin,
        visits=suggestion.visits,
        share=suggestion.share,
        principal_variation=suggestion.principal_variation,
    )
