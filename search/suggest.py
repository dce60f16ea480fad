"""`suggest`: the moves of a position ranked, with win probabilities. Command line and service are shells of it."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache
from importlib.metadata import version

from dinoai.engine.errors import InvalidInputError, NothingToDecideError, Problem
from dinoai.engine.games import MAX_SEED, check_seat, default_seat, draw_seed, format_move, legal_moves, seat_name, view
from dinoai.engine.state import State
from dinoai.search.bots import Bot, PolicyBot, find_bot
from dinoai.search.errors import OutOfMemoryError, OutOfTimeError
from dinoai.search.guidance import GuidedBot
from dinoai.search.ismcts import Searcher, StopFlag
from dinoai.search.knowledge import network_version
from dinoai.search.levels import Level, at_level, bounded, draw_choice, draw_move, level_of
from dinoai.search.position import Position, find_position
from dinoai.search.results import EngineInfo, SearchStats, Suggestion, Suggestions
from dinoai.search.searchers import SearchingBot, join_statistics, new_searcher
from dinoai.search.solving import solve, solved_answer

DEFAULT_SECONDS = 1.0
"""The time of a search that is given no limit."""

DEFAULT_BOT = "ismcts"
"""The bot that answers where none is named."""

MAX_SIMULATIONS = 2**32 - 1
MAX_THREADS = 64

Progress = Callable[[int, float], None]
"""Called now and then with the simulations done and the seconds passed."""

Snapshot = Callable[[Suggestions], None]
"""Called now and then with the answer so far, complete but for the stop reason, which is empty."""

_SLICE_SECONDS = 0.05  # between two looks at signals and progress
_SURE_VISITS = 16  # a principal variation ends where its best move has fewer visits
_Z = 1.959964  # 95 % of a normal distribution


def suggest(
    state: State,
    seat: int | None = None,
    *,
    time: float | None = None,
    simulations: int | None = None,
    threads: int = 1,
    seed: int | None = None,
    top: int | None = None,
    bot: str = DEFAULT_BOT,
    level: int | None = None,
    allow_moves: Sequence[str] = (),
    avoid_moves: Sequence[str] = (),
    deadline: float | None = None,
    stop: StopFlag | None = None,
    progress: Progress | None = None,
    snapshot: Snapshot | None = None,
    max_megabytes: int = 256,
) -> Suggestions:
    """Rank the moves of a seat, best first.

    The state is a view, or full; from a full one the seat's view is taken first, so the answer cannot depend on what
    the seat may not know. `seat` defaults to the viewer, in a full Jurassic Snack state to the player to move.

    Some endings are solved instead: the stop reason is then `SOLVED`, no simulation is done, and the values are exact.
    Else the search ends after `time` seconds, after `simulations`, at the `deadline` (an instant of `time.monotonic`)
    or when `stop` is set, whichever comes first; without `time` and `simulations` it takes one second. At least one
    simulation is done, unless the deadline has already passed, and at most `MAX_SIMULATIONS`. The same state, seed,
    bot, thread count and simulations without a time limit give the same answer. `threads` search side by side without
    the interpreter lock and share `max_megabytes` of memory; when it is used up the search goes on without new nodes.
    With a `level` of play below 10 the move to play comes first, which need not be the best, and the others follow from
    the best on; the search is bounded by the level too, and nothing is solved.
    `allow_moves` and `avoid_moves` restrict the moves, `top` the length of the answer. `progress` and `snapshot` are
    called in the calling thread, `snapshot` first after one simulation; bots that do not search call neither, nor do
    answers from exact values, which take no simulation (`SOLVED`).

    Raises `InvalidInputError` (with the paths `seat`, `limits.max_millis`, `limits.max_simulations`, `limits.threads`,
    `seed`, `top`, `level`, `allow_moves`, `avoid_moves`, `max_megabytes`), `UnknownBotError`, `NothingToDecideError`,
    `OutOfTimeError`, or `OutOfMemoryError`.
    """
    started = clock.monotonic()
    bot = at_level(bot, level)
    chooser = find_bot(bot, state.game)
    _check_limits(time, simulations, threads, seed, top, max_megabytes)
    position = _position(state, seat, allow_moves, avoid_moves)
    seed = draw_seed() if seed is None else seed
    info = EngineInfo(engine_version(), bot, _calibration(chooser, state.game))
    if isinstance(chooser, PolicyBot):
        return _choose(position, chooser, seed, top, info, started)
    if time is None and simulations is None:
        time = DEFAULT_SECONDS
    play = level_of(chooser, state.game)
    simulations = bounded(simulations, play)
    if deadline is not None and clock.monotonic() >= deadline:
        raise OutOfTimeError("the deadline had passed before a single simulation was done")
    stop = StopFlag() if stop is None else stop
    try:
        moves = list(position.moves.values())
        searchers, quotas = make_searchers(
            position.view, position.seat, moves, chooser, simulations, threads, seed, stop, max_megabytes
        )
    except MemoryError:
        raise OutOfMemoryError(f"the search cannot get its {max_megabytes} MiB of memory") from None
    limit = started + time if time is not None else float("inf")
    end = limit if deadline is None else min(limit, deadline)
    values = solve(chooser, searchers[0], simulations, end - clock.monotonic(), max_megabytes)
    if values is not None:
        return solved_answer(position, values, top, info, started)

    def answer(reason: str) -> Suggestions:
        return _answer(position, searchers, top, info, reason, started, play, seed)

    def report() -> None:
        if progress is not None:
            progress(sum(searcher.simulations for searcher in searchers), clock.monotonic() - started)

    def show() -> None:
        if snapshot is not None:
            snapshot(answer(""))

    _run(searchers, quotas, end, report, None if snapshot is None else show)
    if all(searcher.simulations >= quota for searcher, quota in zip(searchers, quotas, strict=True)):
        reason = "SIMULATIONS"
    elif stop.is_set():
        reason = stop.reason
    else:
        reason = "TIME" if end == limit else "DEADLINE"
    return answer(reason)


def _calibration(bot: Bot, game: str) -> str:
    """The network that the probabilities come from; they are raw where playouts have a part in them."""
    return (isinstance(bot, GuidedBot) and bot.leaf == "value" and network_version(game)) or "none"


@cache
def engine_version() -> str:
    """The version of dinoai."""
    return version("dinoai")


def _check_limits(
    time: float | None, simulations: int | None, threads: int, seed: int | None, top: int | None, max_megabytes: int
) -> None:
    problems = []
    if time is not None and not 0 <= time <= 1e9:
        problems.append(Problem("limits.max_millis", f"the time must be from 0 to 1e9 seconds, not {time}"))
    for path, value, low, high in (
        ("limits.max_simulations", simulations, 1, MAX_SIMULATIONS),
        ("limits.threads", threads, 1, MAX_THREADS),
        ("seed", seed, 0, MAX_SEED),
        ("top", top, 1, MAX_SIMULATIONS),
        ("max_megabytes", max_megabytes, 1, 2**20),
    ):
        if value is not None and not low <= value <= high:
            problems.append(Problem(path, f"must be from {low} to {high}, not {value}"))
    if problems:
        raise InvalidInputError(problems)


def _position(state: State, seat: int | None, allow_moves: Sequence[str], avoid_moves: Sequence[str]) -> Position:
    if seat is None:
        seat = state.viewer if state.viewer is not None else default_seat(state)
    check_seat(state, seat)
    if state.over:
        raise NothingToDecideError("the game is over")
    own = view(state, seat)
    legal = legal_moves(own, seat)
    if not legal:
        raise NothingToDecideError(f"{seat_name(own, seat)} has nothing to decide now")
    return find_position(own, seat, set(_restricted(legal, allow_moves, avoid_moves)))


def _restricted(legal: list[str], allow_moves: Sequence[str], avoid_moves: Sequence[str]) -> list[str]:
    known = set(legal)
    problems = [
        Problem(f"{name}[{index}]", f"{move!r} is not a legal move here")
        for name, moves in (("allow_moves", allow_moves), ("avoid_moves", avoid_moves))
        for index, move in enumerate(moves)
        if move not in known
    ]
    if problems:
        raise InvalidInputError(problems)
    allowed, avoided = set(allow_moves) or known, set(avoid_moves)
    chosen = [move for move in legal if move in allowed and move not in avoided]
    if not chosen:
        raise InvalidInputError.at("avoid_moves", "no legal move is left")
    return chosen


def make_searchers(
    view: State,
    seat: int,
    moves: list[list[tuple[int, ...]]],
    bot: SearchingBot,
    simulations: int | None,
    threads: int,
    seed: int,
    stop: StopFlag,
    max_megabytes: int,
) -> tuple[list[Searcher], list[int]]:
    """One searcher a thread, with the simulations that each is to do; `moves` as `Searcher` takes them."""
    total = MAX_SIMULATIONS if simulations is None else simulations
    quotas = [total // threads + (index < total % threads) for index in range(threads)]
    quotas = [quota for quota in quotas if quota > 0]
    searchers = [
        new_searcher(
            bot,
            view,
            seat,
            moves,
            seed=seed,
            stream=index,
            max_simulations=quota,
            max_bytes=max_megabytes * 2**20 // threads,
            stop_flag=stop,
        )
        for index, quota in enumerate(quotas)
    ]
    return searchers, quotas


def _run(
    searchers: list[Searcher],
    quotas: list[int],
    end: float,
    report: Callable[[], None],
    snapshot: Callable[[], None] | None,
) -> None:
    """Search in slices, so that signals are handled and progress is reported meanwhile.

    Several threads are halted between slices only where there is a `snapshot` to take.
    """
    searchers[0].simulate_once()
    if snapshot is not None:
        snapshot()

    def work(searcher: Searcher, quota: int, seconds: float) -> bool:
        left = end - clock.monotonic()
        return searcher.run(quota, min(left, seconds)) == "TIME" and left > seconds

    if len(searchers) == 1:
        while work(searchers[0], quotas[0], _SLICE_SECONDS):
            report()
            if snapshot is not None:
                snapshot()
        return
    seconds = float("inf") if snapshot is None else _SLICE_SECONDS
    with ThreadPoolExecutor(len(searchers)) as pool:
        try:
            while True:
                running = [
                    pool.submit(work, searcher, quota, seconds)
                    for searcher, quota in zip(searchers, quotas, strict=True)
                ]
                while wait(running, timeout=_SLICE_SECONDS).not_done:
                    report()
                unfinished = [future.result() for future in running]
                if not any(unfinished):
                    return
                report()
                if snapshot is not None:
                    snapshot()
        except BaseException:
            searchers[0].stop.set()
            raise


def _answer(
    position: Position,
    searchers: list[Searcher],
    top: int | None,
    info: EngineInfo,
    reason: str,
    started: float,
    play: Level | None,
    seed: int,
) -> Suggestions:
    """The statistics of all threads together, as suggestions; first what is drawn where `play` draws."""
    n = sum(searcher.simulations for searcher in searchers)
    totals = [searcher.totals() for searcher in searchers]
    wins = [sum(column) / n for column in zip(*(total[0] for total in totals), strict=True)]
    scores = [sum(column) / n for column in zip(*(total[1] for total in totals), strict=True)]
    statistics, proofs = join_statistics(searchers)
    mean_win, mean_score, mean_margin = _means(statistics, proofs)
    if any(proof > 0 for proof in proofs) or all(proof < 0 for proof in proofs):
        won = float(max(proofs) > 0)
        wins = [won if seat == position.seat else 1 - won for seat in range(len(wins))]
    ranked = sorted(
        zip(position.moves, statistics, proofs, strict=True),
        key=lambda entry: (-entry[2], -entry[1][0], -entry[1][1], entry[0]),
    )
    if play is not None:
        drawn = list(position.moves)[draw_move(play, statistics, position.view.n_seats, seed)]
        ranked.sort(key=lambda entry: entry[0] != drawn)
    suggestions = []
    for notation, (visits, win, score, margin), proof in ranked[:top]:
        probability = win / visits if visits else mean_win
        if proof:
            low = high = probability
        else:
            low, high = _interval(probability, visits) if visits else (0.0, 1.0)
        suggestions.append(
            Suggestion(
                notation=notation,
                win_probability=probability,
                win_probability_low=low,
                win_probability_high=high,
                expected_score=score / visits if visits else mean_score,
                expected_margin=margin / visits if visits else mean_margin,
                visits=visits,
                share=visits / n,
                principal_variation=_principal_variation(position, searchers[0], notation) if visits else (notation,),
            )
        )
    stats = SearchStats(
        simulations=n,
        elapsed_millis=(clock.monotonic() - started) * 1000,
        nodes=sum(searcher.nodes for searcher in searchers),
        max_depth=max(searcher.max_depth for searcher in searchers),
        stop_reason=reason,
    )
    return Suggestions(position.seat, suggestions, wins, scores, stats, info)


def _means(statistics: Sequence[tuple[int, float, float, float]], proofs: Sequence[int]) -> tuple[float, float, float]:
    """Share of the victory, points and lead in the mean, for moves that were never visited.

    What is proven of one move tells nothing of another, so that it is left out as long as anything else was visited.
    """
    rows = [row for row, proof in zip(statistics, proofs, strict=True) if row[0] and not proof]
    rows = rows or [row for row in statistics if row[0]]
    n = sum(row[0] for row in rows)
    win, score, margin = (sum(row[column] for row in rows) / n for column in (1, 2, 3))
    return win, score, margin


def _interval(mean: float, visits: int) -> tuple[float, float]:
    """The Wilson score interval: of use for any number of visits, never outside [0, 1]."""
    spread = _Z * _Z / visits
    centre = (mean + spread / 2) / (1 + spread)
    half = (_Z * ((mean * max(0.0, 1 - mean) + spread / 4) / visits) ** 0.5) / (1 + spread)
    return max(0.0, min(mean, centre - half)), min(1.0, max(mean, centre + half))


def _principal_variation(position: Position, searcher: Searcher, notation: str) -> tuple[str, ...]:
    """The moves that were visited most, from the given one on.

    It ends where something is turned up or rolled, where others choose in secret, and where visits get few.
    """
    line = [notation]
    if position.view.simultaneous:
        return tuple(line)
    world = position.view.copy()
    for action in position.moves[notation][0]:
        world.act(action)
    while world.actor >= 0:
        before = world.copy()
        actions: list[int] = []
        while not actions or world.within_move:
            best = searcher.best_action(world)
            if best is None or best[1] < _SURE_VISITS:
                return tuple(line)
            actions.append(best[0])
            world.act(best[0])
        line.append(format_move(before, actions))
    return tuple(line)


def _choose(
    position: Position, bot: PolicyBot, seed: int, top: int | None, info: EngineInfo, started: float
) -> Suggestions:
    """The answer of a bot that does not search: its choice first, nothing known about probabilities."""
    moves = list(position.moves)
    sequences = [alternatives[0] for alternatives in position.moves.values()]
    probabilities = bot.probabilities(position.view, position.seat, sequences)
    n = position.view.n_seats
    points = [float(value) for value in position.view.payoff()[1]]
    own = points[position.seat]
    margin = own - max(value for index, value in enumerate(points) if index != position.seat)
    chosen = draw_choice(probabilities, seed)
    order = sorted(range(len(moves)), key=lambda index: (index != chosen, -probabilities[index], moves[index]))
    suggestions = [
        Suggestion(moves[index], 1 / n, 0.0, 1.0, own, margin, 0, probabilities[index], (moves[index],))
        for index in order[:top]
    ]
    stats = SearchStats(0, (clock.monotonic() - started) * 1000, 0, 0, "SIMULATIONS")
    return Suggestions(position.seat, suggestions, [1 / n] * n, points, stats, info)
