"""The marks of costly tests, which `make test` leaves out."""

from __future__ import annotations

COSTLY = frozenset({"export", "process", "browser", "fuzz", "slow"})

# Modules that take half a minute or more, the longest first: `make test-all` begins with them, so that none of them
# runs alone at the end. How many tests a module has says little about that.
LONGEST = (
    "training/test_builds.py",
    "service/test_stuck.py",
    "service/test_kills.py",
    "cli/test_train.py",
    "batch/test_trouble.py",
    "experiments/test_benchmark.py",
    "service/test_schema.py",
    "service/test_page.py",
    "service/test_page_layout.py",
    "service/test_page_walk.py",
    "service/test_page_review.py",
    "service/test_page_notes.py",
    "service/test_hostile.py",
    "assistant/test_server.py",
    "model/test_backends.py",
    "service/test_page_looks.py",
    "service/test_page_facts.py",
    "test_privacy.py",
    "service/test_soak.py",
    "test_docs.py",
    "service/test_load.py",
    "growth/test_steps.py",
)
