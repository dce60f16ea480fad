"""A game of a person against bots: whose turn it is, what was played, taking back, and the file that keeps it."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dinoai.clients.arguments import MAX_SECONDS, MAX_SEED
from dinoai.clients.table.hints import Limits
from dinoai.clients.table.news import n_known
from dinoai.engine import games
from dinoai.engine.document import message_dict, parse_json, shorten
from dinoai.engine.errors import DinoaiError, InvalidInputError
from dinoai.engine.rng import Rng
from dinoai.engine.state import State
from dinoai.search.bots import find_bot
from dinoai.search.suggest import MAX_SIMULATIONS, MAX_THREADS

ABOUT = (
    "A game of `dinoai play`; go on with `dinoai play --resume FILE`. `view` is what the person knows; `hidden` holds"
    " the whole game, encoded so that nobody reads it by accident."
)
_CHANCE, _SEARCH, _HINT = range(3)
MAX_HIDDEN_BYTES = 2**20


@dataclass(slots=True)
class PlayGame:
    """A game in progress. Everything repeats with the same seed where searches are limited by simulations."""

    start: State
    """The full state at the beginning."""

    seat: int
    """The person's seat."""

    bots: Mapping[int, str]
    """The bot of every other seat."""

    limits: Limits
    """Of every search."""

    seed: int
    """Decides dice, draws, and the searches."""

    moves: list[tuple[int, str]] = field(default_factory=list)
    """All moves in order, with their seats."""

    state: State = field(init=False)
    """The full state now."""

    def __post_init__(self) -> None:
        """Play the moves that were made. Raises `InvalidInputError` for those that cannot be."""
        self.state = self.start
        moves, self.moves = self.moves, []
        for seat, move in moves:
            self.play(seat, move)

    @property
    def view(self) -> State:
        """What the person knows."""
        return games.view(self.state, self.seat)

    def next_seat(self) -> int | None:
        """The seat to decide next, the person before the bots where all choose at once; `None` at the end."""
        order = sorted(range(self.state.n_seats), key=lambda seat: seat != self.seat)
        return next((seat for seat in order if games.legal_moves(self.state, seat)), None)

    def play(self, seat: int, move: str) -> None:
        """Play a seat's move. Raises `IllegalMoveError`, `NothingToDecideError`."""
        self.state = games.apply_move(self.state, move, seat, seed=self._drawn(_CHANCE))
        self.moves.append((seat, move))

    def search_seed(self, *, hint: bool = False) -> int:
        """The seed of a search in this position."""
        return self._drawn(_HINT if hint else _SEARCH)

    def _drawn(self, purpose: int) -> int:
        return Rng(self.seed, 3 * len(self.moves) + purpose).bits() >> 32

    def take_back(self) -> str:
        """Go back to before the person's last move and all that followed.

        Nothing that the person got to know since may be unlearned: then, and where there is no such move, nothing
        changes, and the reason is returned; it is empty where the move was taken back.
        """
        last = max((index for index, (seat, _) in enumerate(self.moves) if seat == self.seat), default=None)
        if last is None:
            return "You have not moved yet."
        if self.state.simultaneous:
            return "That cannot be taken back: what all have chosen is revealed."
        earlier = PlayGame(self.start, self.seat, self.bots, self.limits, self.seed, self.moves[:last])
        if n_known(earlier.view) != n_known(self.view):
            return "That cannot be taken back: a token has been turned up since."
        self.moves, self.state = earlier.moves, earlier.state
        return ""

    def document(self) -> str:
        """The game as the text of its file."""
        hidden = {"seed": self.seed, "start": _state_dict(self.start), "moves": self.moves}
        packed = zlib.compress(json.dumps(hidden).encode())
        return json.dumps(
            {
                "about": ABOUT,
                "seat": self.seat,
                "bots": {str(seat): bot for seat, bot in self.bots.items()},
                "limits": {
                    "seconds": self.limits.seconds,
                    "simulations": self.limits.simulations,
                    "threads": self.limits.threads,
                },
                "view": _state_dict(self.view),
                "hidden": base64.b64encode(packed).decode(),
            },
            indent=2,
        )


def read_game(text: bytes) -> PlayGame:
    """The game that a file holds. Raises `InvalidInputError` where it is no saved game, or a broken one."""
    document = parse_json(text)
    if not isinstance(document, dict) or "hidden" not in document:
        raise InvalidInputError.at("", "is no game saved by `dinoai play`")
    try:
        packed = base64.b64decode(document["hidden"], validate=True)
        unpacked = zlib.decompressobj().decompress(packed, MAX_HIDDEN_BYTES)
        hidden = json.loads(unpacked)
        game = PlayGame(
            games.parse_state(json.dumps(hidden["start"])),
            _whole(document["seat"], 0, 4),
            {int(seat): bot for seat, bot in document["bots"].items()},
            _limits(**document["limits"]),
            _whole(hidden["seed"], 0, MAX_SEED),
            [(seat, move) for seat, move in hidden["moves"]],
        )
        view = games.parse_state(json.dumps(document["view"]))
        for bot in game.bots.values():
            find_bot(bot, game.state.game)
        right = view == game.view and sorted([game.seat, *game.bots]) == list(range(game.state.n_seats))
    except (DinoaiError, ValueError, KeyError, TypeError, AttributeError, zlib.error) as error:
        raise InvalidInputError.at("", f"is a broken saved game: {shorten(str(error))}") from None
    if not right:
        raise InvalidInputError.at("", "is a broken saved game: its parts contradict each other")
    return game


def _limits(seconds: object, simulations: object, threads: object) -> Limits:
    """The limits of a file. Raises `ValueError`."""
    if seconds is not None and (
        isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds <= MAX_SECONDS
    ):
        raise ValueError("limits.seconds is no length of time")
    return Limits(
        seconds,
        None if simulations is None else _whole(simulations, 1, MAX_SIMULATIONS),
        _whole(threads, 1, MAX_THREADS),
    )


def _whole(value: object, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{shorten(value)} is no whole number from {low} to {high}")
    return value


def _state_dict(state: State) -> dict[str, Any]:
    return message_dict(games.encode_state(state))
