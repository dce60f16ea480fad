"""Tables and deals."""

from __future__ import annotations

import itertools

import pytest

from dinoai.clients.ladder.schedule import SEATINGS, SYSTEMS, Table, deal_at, deals, make_tables


def test_two_players_meet_in_pairs() -> None:
    assert [table.bots for table in make_tables(3, 2)] == [(0, 1), (0, 2), (1, 2)]
    assert [table.bots for table in make_tables(3, 2, "gauntlet")] == [(0, 1), (0, 2)]
    assert Table((0, 1)).seated(5) == [(0, 1), (1, 0)]


def test_one_among_others() -> None:
    assert [table.bots for table in make_tables(2, 4)] == [(0, 1, 1, 1), (1, 0, 0, 0)]
    assert Table((0, 1, 1)).seated(5) == [(0, 1, 1), (1, 1, 0), (1, 0, 1)]


@pytest.mark.parametrize("n_seats", [2, 3, 4, 5])
@pytest.mark.parametrize("seating", SEATINGS)
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("n_bots", [2, 4, 6])
def test_every_bot_of_a_table_sits_on_every_seat_equally_often(
    n_seats: int, seating: str, system: str, n_bots: int
) -> None:
    tables = make_tables(n_bots, n_seats, system, seating)
    assert set(itertools.chain.from_iterable(table.bots for table in tables)) == set(range(n_bots))
    for table, seed in itertools.product(tables, range(5)):
        games = table.seated(seed)
        assert len(games) == n_seats
        for bot in set(table.bots):
            counts = [sum(seats[seat] == bot for seats in games) for seat in range(n_seats)]
            assert len(set(counts)) == 1, (table, seed)


def test_no_two_deals_have_the_same_seed() -> None:
    found = list(deals(7, make_tables(3, 2), 1000, frozenset()))
    assert len({deal.seed for deal in found}) == len(found) == 3000
    assert all(0 <= deal.seed < 2**32 for deal in found)


def test_deals_do_not_depend_on_what_is_done() -> None:
    tables = make_tables(3, 2)
    everything = list(deals(7, tables, 4, frozenset()))
    assert list(deals(7, tables, 4, frozenset({0, 5}))) == [deal for deal in everything if deal.number not in (0, 5)]
    assert list(deals(7, tables, 9, frozenset()))[: len(everything)] == everything
    assert everything[5] == deal_at(7, 3, 5)
