"""Loads what reading processes need, once: the process that they are forked from imports this module."""

from __future__ import annotations

from inkslate.service.reading.jobs import warm_up

warm_up()
