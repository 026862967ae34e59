"""Labelled and unlabelled boards as files: board JSONL, the SLATE CSV and Label Studio's tasks, both ways."""

from __future__ import annotations

from inkslate.corpus.board_jsonl import format_board, format_boards, lines_json, parse_board, scan_board_jsonl
from inkslate.corpus.findings import Finding, Notes, Scanned, boards_of, findings_of, parse_json
from inkslate.corpus.label_studio import scan_label_studio
from inkslate.corpus.slate_csv import COLUMNS, format_slate_csv, scan_slate_csv

__all__ = [
    "COLUMNS",
    "Finding",
    "Notes",
    "Scanned",
    "boards_of",
    "findings_of",
    "format_board",
    "format_boards",
    "format_slate_csv",
    "lines_json",
    "parse_board",
    "parse_json",
    "scan_board_jsonl",
    "scan_label_studio",
    "scan_slate_csv",
]
