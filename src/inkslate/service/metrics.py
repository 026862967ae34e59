"""The figures of `/metrics`: counts and times, never text of notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Metric, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30)
MEDIA_TYPE = CONTENT_TYPE_PLAIN_0_0_4


class Metrics:
    """The metrics of one process, in a registry of their own."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "inkslate_requests", "Requests by route and status", ("route", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "inkslate_request_seconds", "From head to answer", ("route",), buckets=_SECONDS, registry=self._registry
        )
        self._concurrency = Histogram(
            "inkslate_regions_together",
            "Windows in the model, and requests before it, when a window's turn comes",
            buckets=(1, 2, 4, 8, 16, 32),
            registry=self._registry,
        )
        self._tasks = Counter("inkslate_tasks", "Tasks found", registry=self._registry)
        self._live_boards = Gauge("inkslate_live_boards", "Boards that are followed now", registry=self._registry)
        self._reading_processes = Counter(
            "inkslate_reading_processes_ended",
            "Processes that were replaced: after a deadline, for their memory, or because they ended",
            ("reason",),
            registry=self._registry,
        )
        self._stuck_threads = Counter(
            "inkslate_stuck_threads", "Threads that worked long after a deadline", registry=self._registry
        )
        self._active = Gauge("inkslate_requests_inside", "Worked on or waiting", registry=self._registry)

    def track_active_requests(self, count: Callable[[], int]) -> None:
        """Report the requests that run or wait, as `count` returns them."""
        self._active.set_function(count)

    def observe_request(self, route: str, status: int, seconds: float) -> None:
        """Count a request and its duration."""
        self._requests.labels(route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def observe_part(self, concurrency: int) -> None:
        """Record how many parts and requests compete for the model when a part is run."""
        self._concurrency.observe(concurrency)

    def count_tasks(self, count: int) -> None:
        """Count tasks that were found."""
        self._tasks.inc(count)

    def add_live_boards(self, change: int) -> None:
        """Change the number of live boards by +1 or -1."""
        self._live_boards.inc(change)

    def count_reading_process(self, reason: str) -> None:
        """Count a reading process that was replaced."""
        self._reading_processes.labels(reason).inc()

    def count_stuck_threads(self, count: int) -> None:
        """Count threads that got stuck."""
        self._stuck_threads.inc(count)

    def text(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self._registry)


class ProxyMetrics:
    """The metrics of the proxy itself, in a registry of their own."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "inkslate_requests", "Requests by route and status", ("route", "status"), registry=self._registry
        )
        self._replaced = Counter(
            "inkslate_workers_replaced", "Workers that hung or ended", ("reason",), registry=self._registry
        )
        for reason in ("hung", "ended"):
            self._replaced.labels(reason)

    def count_refusal(self, status: int) -> None:
        """Count a request that the proxy answered itself."""
        self._requests.labels("none", str(status)).inc()

    def count_worker(self, reason: str) -> None:
        """Count a worker that is replaced."""
        self._replaced.labels(reason).inc()

    def text(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self._registry)


def merge_worker_metrics(texts: Mapping[str, str]) -> bytes:
    """The metrics of several workers as one text; the label `worker` of each sample is the worker's name."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_MergedMetrics(texts))
    return generate_latest(registry)


class _MergedMetrics(Collector):
    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts

    def collect(self) -> Iterable[Metric]:
        """One metric for each family, with the samples of all workers."""
        merged: dict[str, Metric] = {}
        for worker, text in self._texts.items():
            for family in text_string_to_metric_families(text):
                metric = merged.setdefault(family.name, Metric(family.name, family.documentation, family.type))
                for sample in family.samples:
                    metric.add_sample(sample.name, {**sample.labels, "worker": worker}, sample.value)
        return merged.values()
