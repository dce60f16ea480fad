"""Fitting the network and the policy of Jurassic Snack to recorded decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from dinoai.clients.training.adam import Adam
from dinoai.clients.training.course import Course, Generation, Losses, Report
from dinoai.clients.training.network import BATCH, Floats, Weights, batches, falling_rate, row_matrix
from dinoai.clients.training.selfplay import Decisions
from dinoai.search.knowledge.jurassic_snack_features import (
    ACTION_ROWS,
    POSITION_ROWS,
    find_action_rows,
    find_points,
    find_position_rows,
)
from dinoai.search.knowledge.jurassic_snack_guidance import load_weights

POINTS_UNIT = 10.0
POINTS_WEIGHT = 0.1  # of the loss of points beside that of the victory
HELD_OUT = 20  # every so many-th game is kept to judge by


def _logistic(x: Floats) -> Floats:
    return (1 / (1 + np.exp(-x))).astype(np.float32)


def fit_value(
    weights: Weights,
    decisions: Decisions,
    *,
    trust: float,
    epochs: int,
    rate: float,
    seed: int,
    losses: Losses,
    report: Report,
) -> None:
    """Fit the network in place. The target is the outcome, to the share `trust` the value that the search found."""
    n = len(decisions.seats)
    rows = np.empty((n, 88), np.int32)
    find_position_rows(decisions.states, rows)
    features = row_matrix(rows, rows >= 0, POSITION_ROWS)
    del rows
    own = decisions.seats.astype(np.int64)
    target = (trust * decisions.values + (1 - trust) * decisions.wins).astype(np.float32)
    now = np.empty((n, 2), np.int32)
    find_points(decisions.states, now)
    points = (decisions.points - now).astype(np.float32) / POINTS_UNIT
    points = np.stack([points[np.arange(n), own], points[np.arange(n), 1 - own]], axis=1)
    held = decisions.games % HELD_OUT == 0
    train, test = np.flatnonzero(~held), np.flatnonzero(held)
    rng = np.random.default_rng(seed)
    adam = Adam(weights.network)
    n_steps = epochs * -(-len(train) // BATCH)
    step = 0
    for epoch in range(epochs):
        for batch in batches(train, rng):
            step += 1
            x = features[batch]
            sums, hidden, out = weights.forward(x)
            error = np.empty_like(out)
            error[:, 0] = _logistic(out[:, 0]) - target[batch]
            error[:, 1:] = POINTS_WEIGHT * (out[:, 1:] - points[batch])
            error /= len(batch)
            adam.step(weights.gradients(x, sums, hidden, error), falling_rate(rate, step, n_steps), decay=1e-5)
        value_loss, points_loss = _judge(weights, features[test], decisions.wins[test], points[test])
        losses.value.append(value_loss)
        losses.points.append(points_loss)
        report(f"value, epoch {epoch + 1} of {epochs}: {value_loss:.4f}, points {points_loss:.3f}")


def _judge(weights: Weights, x: sparse.csr_matrix, wins: Floats, points: Floats) -> tuple[float, float]:
    _, _, out = weights.forward(x)
    z = out[:, 0].astype(np.float64)
    value = np.mean(np.logaddexp(0, z) - wins * z)
    return float(value), float(np.mean((out[:, 1:] - points) ** 2))


def fit_policy(
    weights: Weights,
    decisions: Decisions,
    *,
    epochs: int,
    rate: float,
    seed: int,
    losses: Losses,
    report: Report,
) -> None:
    """Fit the scores of actions in place; the target are the shares of visits."""
    starts = decisions.starts.astype(np.int64)
    sizes = np.diff(starts)
    state_of_action = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    rows = np.empty((len(decisions.actions), 12), np.int32)
    find_action_rows(decisions.states, state_of_action, decisions.actions, rows)
    features = row_matrix(rows, rows >= 0, ACTION_ROWS)
    del rows
    totals = np.add.reduceat(decisions.visits.astype(np.float64), starts[:-1])
    target = (decisions.visits / np.repeat(totals, sizes)).astype(np.float32)
    held = decisions.games % HELD_OUT == 0
    train, test = np.flatnonzero(~held), np.flatnonzero(held)
    rng = np.random.default_rng(seed)
    adam = Adam([weights.scores])

    def shares(batch: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        lengths = sizes[batch]
        first = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        at = np.repeat(starts[batch] - first, lengths) + np.arange(lengths.sum())
        scores = (features[at] @ weights.scores).astype(np.float64)
        scores -= np.repeat(np.maximum.reduceat(scores, first), lengths)
        parts = np.exp(scores)
        return at, parts / np.repeat(np.add.reduceat(parts, first), lengths)

    for epoch in range(epochs):
        for batch in batches(train, rng):
            at, predicted = shares(batch)
            error = ((predicted - target[at]) / len(batch)).astype(np.float32)
            adam.step([features[at].T @ error], rate * 0.5 ** (4 * epoch / epochs), decay=1e-6)
        at, predicted = shares(test)
        loss = float(-np.sum(target[at] * np.log(np.maximum(predicted, 1e-9))) / max(1, len(test)))
        losses.policy.append(loss)
        report(f"policy, epoch {epoch + 1} of {epochs}: {loss:.4f}")


def _joined(parts: Sequence[Decisions]) -> Decisions:
    columns = {
        name: np.concatenate([getattr(part, name) for part in parts])
        for name in Decisions.__dataclass_fields__
        if name != "starts"
    }
    starts = [np.zeros(1, np.int64)]
    n_actions = 0
    for part in parts:
        starts.append(part.starts[1:].astype(np.int64) + n_actions)
        n_actions += int(part.starts[-1])
    return Decisions(starts=np.concatenate(starts), **columns)


def _fit(generation: Generation, parts: Sequence[Decisions], seed: int, report: Report) -> tuple[bytes, Losses]:
    decisions = _joined(parts)
    weights, losses = Weights.fresh(seed, POSITION_ROWS, ACTION_ROWS), Losses()
    fit_value(
        weights, decisions, trust=generation.trust, epochs=generation.epochs, rate=0.004, seed=seed, losses=losses,
        report=report,
    )  # fmt: skip
    fit_policy(weights, decisions, epochs=generation.policy_epochs, rate=0.02, seed=seed, losses=losses, report=report)
    weights.sharpen(generation.sharpness)
    return weights.to_bytes(), losses


def _options(batch: int) -> Mapping[str, Any]:
    """Two thirds on the square area, the rest on any; some with the other stalemate or Eruption rule."""
    at = batch % 20
    return {
        "area": "square" if at < 13 else "random",
        **({"stalemate_turns": 4} if at in (12, 19) else {}),
        **({"eruption_last_token": "LOOK"} if at == 18 else {}),
    }


COURSE = Course(
    game="jurassic_snack",
    plan=(
        Generation(6000, "ismcts:leaf=playout,prior=off", 200, trust=0.3, epochs=6, policy_epochs=3),
        Generation(12000, "ismcts", 300, trust=0.3, epochs=8, policy_epochs=4),
        Generation(16000, "ismcts", 400, learn_from=2, trust=0.5),
        Generation(12000, "ismcts", 600, learn_from=2, trust=0.5, sharpness=1.2),
        Generation(30000, "ismcts", 800, learn_from=2, trust=0.5, epochs=5, sharpness=1.2),
    ),
    options=_options,
    use=load_weights,
    fit=_fit,
)
