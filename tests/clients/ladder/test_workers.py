"""Workers here and on a cluster: what they play is the same, and their deaths cost time alone."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest
from distributed import Client, LocalCluster
from ladders import create, games_of, ladder, play_here, settings_of
from serving import wait_until

from dinoai.clients.errors import LadderError
from dinoai.clients.ladder.cluster import ClusterWorkers, play_same
from dinoai.clients.ladder.running import run_ladder, tasks
from dinoai.clients.ladder.workers import Finished, LocalWorkers, Task

SETTINGS = settings_of("jurassic_snack", ["ismcts-plain:simulations=50", "greedy"], deals=60, seed=4)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[object, ...]]:
    path = tmp_path_factory.mktemp("expected") / "x.db"
    play_here(path, SETTINGS)
    return games_of(path)


def workers_of_this_process() -> list[int]:
    """The process ids of the workers, the tracker of resources left out."""
    return [process.pid for process in multiprocessing.active_children() if process.pid is not None]


def wait_for_their_end() -> None:
    """The workers of this process have been told to end; wait until they have."""
    wait_until(lambda: not workers_of_this_process())


def test_a_worker_that_dies(tmp_path: Path, expected: list[tuple[object, ...]]) -> None:
    batches = 0

    def kill_one(_: list[Finished]) -> bool:
        nonlocal batches
        batches += 1
        if batches == 2:
            os.kill(workers_of_this_process()[0], signal.SIGKILL)
        return False

    with create(tmp_path / "x.db", SETTINGS) as store:
        run_ladder(store, LocalWorkers(2), kill_one)
    assert batches >= 2
    assert games_of(tmp_path / "x.db") == expected
    wait_for_their_end()


def test_workers_that_always_die(tmp_path: Path) -> None:
    """A task that no worker survives: its bots cannot be unpickled without the process ending."""

    class Deadly(Task):
        def __reduce__(self) -> tuple[object, ...]:
            return os._exit, (1,)

    task = next(tasks(SETTINGS, frozenset()))
    deadly = Deadly(task.deal, task.rules, task.seated, task.bots, task.patience)
    with LocalWorkers(1) as workers, pytest.raises(LadderError, match="died 3 times in a row; they were at deals 0"):
        list(workers.play(iter([deadly])))


def test_leaving_early_ends_the_workers() -> None:
    with LocalWorkers(2) as workers:
        assert next(workers.play(tasks(SETTINGS, frozenset())))
        assert workers_of_this_process()
    wait_for_their_end()


def test_workers_that_are_ended_while_they_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half an answer must not be waited for: Python would never end."""
    begun, ended = threading.Event(), threading.Event()
    receive = Connection._recv  # type: ignore[attr-defined]

    def receive_late(connection: Connection, size: int, **others: Any) -> Any:
        if size >= len(answer):
            begun.set()
            ended.wait()
        return receive(connection, size, **others)

    monkeypatch.setattr(Connection, "_recv", receive_late)
    answer = b"x" * 2**22  # more than a pipe holds
    task = next(tasks(SETTINGS, frozenset()))
    large = Task(answer, task.rules, (), (), task.patience)  # type: ignore[arg-type]
    with LocalWorkers(1) as workers:
        workers._submit([large])
        assert begun.wait(60)
        manager = workers._pool._executor_manager_thread  # type: ignore[union-attr]
    wait_for_their_end()
    ended.set()
    manager.join(60)
    assert not manager.is_alive()


def test_interrupts_are_left_to_the_process_that_started_the_workers() -> None:
    """Also in the moment when a worker is being started: a terminal interrupts it with its parent."""
    ended = threading.Event()
    sent = 0

    def interrupt() -> None:
        nonlocal sent
        while not ended.wait(0.001):
            for pid in workers_of_this_process():
                os.kill(pid, signal.SIGINT)
                sent += 1

    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        with LocalWorkers(2) as workers:
            played = sum(len(batch) for batch in workers.play(tasks(SETTINGS, frozenset())))
    finally:
        ended.set()
        thread.join()
    assert (played, sent > 0) == (60, True)
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    wait_for_their_end()


@contextmanager
def slowed(pid: int) -> Iterator[None]:
    """Let a process run for a tenth of the time."""
    ended = threading.Event()

    def slow() -> None:
        while not ended.wait(0.02):
            os.kill(pid, signal.SIGSTOP)
            ended.wait(0.18)
            os.kill(pid, signal.SIGCONT)

    thread = threading.Thread(target=slow)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def test_a_cluster_with_a_slow_worker_and_one_that_is_killed(
    tmp_path: Path, expected: list[tuple[object, ...]]
) -> None:
    with (
        LocalCluster(n_workers=3, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        slow, doomed, _ = client.run(os.getpid).values()
        n_deals = 0

        def kill_one(batch: list[Finished]) -> bool:
            nonlocal n_deals
            n_deals += len(batch)
            if n_deals == 10:
                os.kill(doomed, signal.SIGKILL)
            return False

        with create(tmp_path / "x.db", SETTINGS) as store, slowed(slow):
            run_ladder(store, ClusterWorkers(cluster.scheduler_address), kill_one)
    assert n_deals == 60
    assert games_of(tmp_path / "x.db") == expected


def test_a_cluster_of_another_version() -> None:
    with pytest.raises(LadderError, match=r"has dinoai .*, this is 9\.9"):
        play_same(next(tasks(SETTINGS, frozenset())), "9.9")


def test_a_cluster_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dinoai.clients.scheduler.CONNECT_SECONDS", 0.5)
    done = ladder(
        "run", str(tmp_path / "x.db"), "jurassic-snack", "random", "greedy", "--scheduler", "tcp://127.0.0.1:1"
    )
    assert done.exit_code == 3
    assert "the scheduler at tcp://127.0.0.1:1 cannot be reached" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("address", ["here", "tcp://here:there", "post://here:1", ""])
def test_what_is_no_address_of_a_scheduler(tmp_path: Path, address: str) -> None:
    done = ladder("run", str(tmp_path / "x.db"), "jurassic-snack", "random", "greedy", "--scheduler", address)
    assert done.exit_code == 2
    assert "scheduler: must be such as tcp://HOST:PORT" in done.stderr
    assert list(tmp_path.iterdir()) == []
