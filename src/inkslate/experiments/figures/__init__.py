"""The paper's figures 2 and 4 and a latency chart, as self-contained SVG text.

Letters, words, line weights and marker shapes say what the colours say.
"""

from inkslate.experiments.figures.labelings import labelings_figure
from inkslate.experiments.figures.latency import latency_figure
from inkslate.experiments.figures.matching import matching_figure

__all__ = ["labelings_figure", "latency_figure", "matching_figure"]
