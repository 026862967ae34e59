"""Where a batch run stops being linear: a simulation from a few measured figures.

    python benchmarks/scale_limits.py [--boards-per-second 80] [--boards 1000000 --boards 1000000000]

What is simulated: the plan is made by one process; workers start; each takes the next unit from one head, which hands
out so many a second; units take different times, because boards do; at the end workers wait for the slowest unit. A
second plan is for Parquet inputs, where counting rows takes no reading. It tells where the head, the plan or the last
unit take over, not what a network or an object store add.
"""

from __future__ import annotations

import argparse
import heapq
import random
from dataclasses import dataclass

CORES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192)
MOST_UNITS = 200_000


@dataclass(frozen=True, slots=True)
class Measured:
    """What the simulation takes from measurements."""

    boards_per_second: float  # of one worker
    unit_boards: int
    spread: float  # standard deviation of a unit's time, as a share of it
    hand_out: float  # seconds of the head for each unit
    start: float  # seconds until a worker has its model
    plan_bytes_per_second: float
    board_bytes: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards-per-second", type=float, default=80)
    parser.add_argument("--unit-boards", type=int, default=2000)
    parser.add_argument("--spread", type=float, default=0.03)
    parser.add_argument("--hand-out", type=float, default=0.01)
    parser.add_argument("--start", type=float, default=3)
    parser.add_argument("--plan-rate", type=float, default=1e9)
    parser.add_argument("--board-bytes", type=float, default=600)
    parser.add_argument("--boards", type=int, action="append")
    given = parser.parse_args()
    measured = Measured(
        given.boards_per_second,
        given.unit_boards,
        given.spread,
        given.hand_out,
        given.start,
        given.plan_rate,
        given.board_bytes,
    )
    for boards in given.boards or [1_000_000, 1_000_000_000]:
        hours = boards / measured.boards_per_second / 3600
        print(f"\n{boards:,} boards: {hours:,.1f} core-hours\n\n| cores | hours | efficiency | with Parquet |")
        print("| --- | --- | --- | --- |")
        for cores in CORES:
            took, planned = simulate(boards, cores, measured), boards * measured.board_bytes / given.plan_rate
            shares = [hours * 3600 / cores / (took + plan) for plan in (planned, 0)]
            print(f"| {cores:,} | {(took + planned) / 3600:,.2f} | {100 * shares[0]:.0f} % | {100 * shares[1]:.0f} % |")


def simulate(boards: int, cores: int, measured: Measured) -> float:
    """Seconds from the plan to the last shard."""
    units = -(-boards // measured.unit_boards)
    # Beyond so many, larger units stand for several each, with the head's time and the spread of so many.
    together = max(1, -(-units // max(MOST_UNITS, 50 * cores)))
    count, each = -(-units // together), together * measured.unit_boards / measured.boards_per_second
    spread = measured.spread / together**0.5
    rng = random.Random(0)
    free = [measured.start * (1 + rng.random()) for _ in range(min(cores, count))]
    heapq.heapify(free)
    head, last = 0.0, 0.0
    for _ in range(count):
        head = max(head, heapq.heappop(free)) + measured.hand_out * together
        done = head + max(0.1 * each, rng.gauss(each, spread * each))
        last = max(last, done)
        heapq.heappush(free, done)
    return last


if __name__ == "__main__":
    main()
