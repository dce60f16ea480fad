"""What decides games of Jurassic Snack: counts over the games of ladders.

    dinoai ladder run self.db jurassic-snack ismcts:simulations=1000 ismcts:simulations=1001 --deals 750 --seed 911
    python benchmarks/deciding_jurassic_snack.py self.db

Shares of the victory are in percent with two standard errors over deals, and how many cases they come from.
"""

from __future__ import annotations

from stored_games import Means, Replayed, count_games

from dinoai.engine.games import encode_state, score
from dinoai.v1.jurassic_snack_pb2 import Grass, JurassicSnackState

COLOURS = "BY"
HALF = 13  # tokens left in the middle of a game


def message_of(game: Replayed, number: int) -> JurassicSnackState:
    return encode_state(game.steps[number].state).jurassic_snack


def count(state: JurassicSnackState, piece: str) -> int:
    return sum(row.count(piece) for row in state.rows)


def square(state: JurassicSnackState, name: str) -> str:
    return state.rows[int(name[1:]) - 1][ord(name[0]) - ord("a")]


class Deciding:
    """The counts."""

    def __init__(self) -> None:
        self.ends, self.length, self.blue = Means(), Means(), Means()
        self.diplos, self.points, self.level = Means(), Means(), Means()
        self.habits, self.surprises, self.firsts, self.quiet = Means(), Means(), Means(), Means()
        self.recons, self.eaten = Means(), Means()

    def add(self, game: Replayed) -> None:
        """Count a game."""
        deal, n_seats = game.deal, 2
        end = score(game.steps[-1].state)
        for reason in ("no_diplo", "no_grass", "stalemate"):
            self.ends.add(reason, deal, end.reason == reason)
        self.blue.add("Blue wins", deal, game.shares[0])
        states = [message_of(game, number) for number in range(len(game.steps))]
        self._middle(game, states)
        self._quiet_turns(game, states)
        self._recons(game, states)
        counts = [dict.fromkeys(HABITS, 0) for _ in range(n_seats)]
        first_scare = first_surprise = last_eater = None
        for before, after, step in zip(states, states[1:], game.steps[1:], strict=False):
            seat = step.seat
            assert seat is not None
            mine, theirs = COLOURS[seat], COLOURS[1 - seat]
            if "-" not in step.move or " " in step.move:
                counts[seat]["Births"] += step.move.startswith("birth")
                continue
            piece = square(before, step.move.split("-")[0])
            counts[seat]["T.Rex slides" if piece == "T" else "Diplo slides"] += 1
            if piece == "T":
                scared = count(before, theirs) - count(after, theirs)
                counts[seat]["opposing Diplos scared"] += scared
                counts[seat]["own Diplos scared"] += count(before, mine) - count(after, mine)
                first_scare = seat if scared and first_scare is None else first_scare
            elif count(after, "G") < count(before, "G"):
                last_eater = seat
                target = step.move.split("-")[1]
                token = before.tokens[target]
                counts[seat][Grass.Name(token)] += 1
                known = "seen before" if target in looked(before, seat) else "turned up"
                for name in Grass.keys()[1:]:
                    self.eaten.add((known, name), deal, name == Grass.Name(token))
                if token == Grass.SURPRISE:
                    self.surprises.add(f"{tokens_left(count(before, 'G'))}, {known}", deal, game.shares[seat])
                    first_surprise = seat if first_surprise is None else first_surprise
        for name, seat in (("scares a Diplo first", first_scare), ("eats a Surprise first", first_surprise)):
            if seat is not None:
                self.firsts.add(name, deal, game.shares[seat])
        if end.reason == "no_grass" and last_eater is not None:
            self.firsts.add("eats the last token", deal, game.shares[last_eater])
        self.length.add("slides", deal, sum(of["T.Rex slides"] + of["Diplo slides"] for of in counts))
        for seat, of in enumerate(counts):
            if game.shares[seat] != 0.5:
                for name, number in of.items():
                    self.habits.add((name, "winner" if game.shares[seat] == 1 else "loser"), deal, number)

    def _middle(self, game: Replayed, states: list[JurassicSnackState]) -> None:
        """What stands when half of the tokens are gone, as the player at the start of a turn sees it."""
        for number, state in enumerate(states[:-1]):
            if count(state, "G") <= HALF and state.actions_left == 2:
                seat = game.steps[number].state.actor
                share = game.shares[seat]
                lead = count(state, COLOURS[seat]) - count(state, COLOURS[1 - seat])
                points = [of.points for of in score(game.steps[number].state).seats]
                ahead = points[seat] - points[1 - seat]
                self.diplos.add(lead, game.deal, share)
                self.points.add(bucket(ahead), game.deal, share)
                if lead == 0:
                    self.level.add(bucket(ahead), game.deal, share)
                return

    def _quiet_turns(self, game: Replayed, states: list[JurassicSnackState]) -> None:
        """The first quiet turn of each player, by how the player then stands on points."""
        done: set[int] = set()
        for number, state in enumerate(states):
            seat = number and game.steps[number].seat
            if seat not in done and state.quiet_turns and states[number - 1].quiet_turns < state.quiet_turns:
                assert seat is not None
                done.add(seat)
                points = [of.points for of in score(game.steps[number].state).seats]
                lead = points[seat] - points[1 - seat]
                name = "ahead" if lead > 0 else "behind" if lead < 0 else "level"
                self.quiet.add(name, game.deal, game.shares[seat])

    def _recons(self, game: Replayed, states: list[JurassicSnackState]) -> None:
        """How much Recons show, and who eats the tokens that only one colour has looked at by one."""
        for number, step in enumerate(game.steps):
            if not step.move.startswith("recon"):
                continue
            seat, before = step.seat, states[number - 1]
            assert seat is not None
            shown = {of: set(squares(of)) & set(before.tokens) - set(looked(before, seat)) for of in PASTURES}
            chosen = step.move.split()[1]
            if chosen in shown:
                self.recons.add("unseen tokens shown", game.deal, len(shown[chosen]))
                self.recons.add("unseen tokens of the fullest pasture", game.deal, max(map(len, shown.values())))
                for name in shown[chosen] - set(looked(before, 1 - seat)):
                    gone = next((later for later in range(number, len(states)) if name not in states[later].tokens), 0)
                    move, eater = (game.steps[gone].move, game.steps[gone].seat) if gone else ("", None)
                    eaten = move.endswith(f"-{name}")
                    self.recons.add("eaten by who looked", game.deal, eaten and eater == seat)
                    self.recons.add("eaten by the other", game.deal, eaten and eater != seat)
                    self.recons.add("taken off by an Eruption", game.deal, bool(move) and not eaten)

    def print(self) -> None:
        """All tables."""
        self.ends.print("Ends")
        self.length.print("Length", percent=False)
        self.blue.print("Colours")
        self.diplos.print(f"{HALF} tokens or fewer left, at the start of a turn: the mover wins, by Diplos ahead")
        self.points.print("The same by points ahead (2 stands for 1 and 2, 4 for 3 and 4, 6 for more)")
        self.level.print("The same with as many Diplos each")
        self.habits.print("A game, winner and loser", percent=False)
        self.surprises.print("Who eats a Surprise wins, by tokens left before")
        self.firsts.print("Who does it wins")
        self.eaten.print("What is eaten, by whether its eater had looked at it")
        self.recons.print("Recon", percent=False)
        self.quiet.print("Who makes a quiet turn, for the first time, wins, by points")


HABITS = (
    "Diplo slides", "T.Rex slides", "opposing Diplos scared", "own Diplos scared", "Births", *Grass.keys()[1:],
)  # fmt: skip


PASTURES = ("a1", "d1", "a4", "d4")  # of the square area


def squares(pasture: str) -> list[str]:
    """The nine squares of the pasture by its top left one."""
    return [chr(ord(pasture[0]) + x) + str(int(pasture[1:]) + y) for y in range(3) for x in range(3)]


def looked(state: JurassicSnackState, seat: int) -> list[str]:
    """The squares that the colour has looked at."""
    return list(state.looked.blue if seat == 0 else state.looked.yellow)


def bucket(ahead: int) -> int:
    """Points ahead: 2 stands for 1 and 2, 4 for 3 and 4, 6 for more, and so below zero."""
    size = min(6, abs(ahead) + abs(ahead) % 2)
    return size if ahead > 0 else -size


def tokens_left(number: int) -> str:
    """The part of the game."""
    return next(name for least, name in ((20, "28-20"), (13, "19-13"), (5, "12-5"), (0, "4-1")) if number >= least)


if __name__ == "__main__":
    count_games(Deciding(), __doc__)
