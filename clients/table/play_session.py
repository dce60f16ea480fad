"""The session of `dinoai play`: a person against bots."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence

from dinoai.clients.names import seat_name
from dinoai.clients.score_report import score_report
from dinoai.clients.table.hints import search
from dinoai.clients.table.news import move_news, n_chosen, phase_news
from dinoai.clients.table.play_game import PlayGame
from dinoai.clients.table.questions import Question, move_reader
from dinoai.clients.table.session import Session
from dinoai.clients.table.terminal import Terminal
from dinoai.engine import games
from dinoai.engine.state import State


class PlaySession(Session):
    """Lets the bots move, tells what happened, and asks the person."""

    def __init__(self, terminal: Terminal, game: PlayGame, path: str, *, keep: bool) -> None:
        """The game is saved in `path` after every answer; `keep` leaves the file when the game is over."""
        super().__init__(terminal, path, game.limits)
        self._game = game
        self._keep = keep
        self._asked: State | None = None
        self._phase = game.view, len(game.moves) - n_chosen(game.state)

    def _greeting(self) -> str:
        game = self._game
        names = {seat: seat_name(game.state.game, seat) for seat in range(game.state.n_seats)}
        bots = ", ".join(f"{names[seat]} is {bot}" for seat, bot in sorted(game.bots.items()))
        return f"You are {names[game.seat]}; {bots}. help tells what you can say."

    def _next_question(self) -> Question | None:
        game = self._game
        while (seat := game.next_seat()) not in (game.seat, None):
            assert seat is not None
            self._let_move(seat)
        if seat is None:
            self._finish()
            return None
        view = game.view
        moves = games.legal_moves(view, seat)
        if view != self._asked:
            self._asked = view
            self._write(self._path)
            self._draw_choice(view, moves)
        return Question(
            "move",
            "Your move",
            move_reader(moves, view, seat),
            view,
            seat,
            moves=moves,
        )

    def _let_move(self, seat: int) -> None:
        game = self._game
        answer = search(games.view(game.state, seat), seat, game.limits, game.search_seed(), game.bots[seat])
        self._play(seat, answer.suggestions[0].notation)

    def _play(self, seat: int, move: str) -> None:
        """Play a move and tell what it did: at once, or, where all choose in secret, when all have chosen."""
        game, before = self._game, self._game.view
        game.play(seat, move)
        if not game.state.simultaneous:
            self._terminal.say(*move_news(before, game.view, seat, move))
        elif not n_chosen(game.state):
            view, n_moves = self._phase
            self._terminal.say(*phase_news(view, game.view, dict(game.moves[n_moves:])))
            self._phase = game.view, len(game.moves)

    def _answer(self, text: str, question: Question) -> None:
        self._play(self._game.seat, question.read(text))

    def _take_back(self) -> Sequence[str]:
        reason = self._game.take_back()
        return [reason] if reason else []

    def _document(self) -> str:
        return self._game.document()

    def _hint_seed(self) -> int:
        return self._game.search_seed(hint=True)

    def _finish(self) -> None:
        """Show the end of the game."""
        self._terminal.draw(self._game.view)
        self._terminal.say(*score_report(self._game.view))
        if self._keep:
            self._write(self._path)
            return
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self._path)

    def _farewell(self) -> str:
        return f"Saved in {self._path}; go on with: dinoai play --resume {self._path}"
