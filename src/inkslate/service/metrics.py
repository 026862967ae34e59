"""What `/metrics` tells: counts and times, never a word of anybody's notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Metric, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30)
MEDIA_TYPE = CONTENT_TYPE_PLAIN_0_0_4


class Meters:
    """Of one process; each has a registry of its own."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "inkslate_requests", "Requests by route and status", ("route", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "inkslate_request_seconds", "From head to answer", ("route",), buckets=_SECONDS, registry=self._registry
        )
        self._company = Histogram(
            "inkslate_regions_together",
            "Windows in the model, and requests before it, when a window's turn comes",
            buckets=(1, 2, 4, 8, 16, 32),
            registry=self._registry,
        )
        self._tasks = Counter("inkslate_tasks", "Tasks found", registry=self._registry)
        self._live = Gauge("inkslate_live_boards", "Boards that are followed now", registry=self._registry)
        self._inside = Gauge("inkslate_requests_inside", "Worked on or waiting", registry=self._registry)

    def watch(self, inside: Callable[[], int]) -> None:
        self._inside.set_function(inside)

    def request(self, route: str, status: int, seconds: float) -> None:
        self._requests.labels(route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def part(self, company: int) -> None:
        self._company.observe(company)

    def found(self, tasks: int) -> None:
        self._tasks.inc(tasks)

    def live(self, change: int) -> None:
        self._live.inc(change)

    def text(self) -> bytes:
        return generate_latest(self._registry)


def text_of_workers(texts: Mapping[str, str]) -> bytes:
    """What several workers tell, each sample with the name of who tells it as the label `worker`."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Gathered(texts))
    return generate_latest(registry)


class _Gathered(Collector):
    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts

    def collect(self) -> Iterable[Metric]:
        gathered: dict[str, Metric] = {}
        for worker, text in self._texts.items():
            for family in text_string_to_metric_families(text):
                metric = gathered.setdefault(family.name, Metric(family.name, family.documentation, family.type))
                for sample in family.samples:
                    metric.add_sample(sample.name, {**sample.labels, "worker": worker}, sample.value)
        return gathered.values()
