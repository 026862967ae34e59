"""Our own file formats and those of data sets: board JSONL, extraction JSONL, the SLATE CSV, Label Studio."""

from __future__ import annotations

from inkslate.formats.board_jsonl import format_board, format_boards, parse_board, scan_board_jsonl
from inkslate.formats.findings import Finding, FindingCollector, Scanned, boards_of, boards_with_warnings, findings_of
from inkslate.formats.json_values import parse_json
from inkslate.formats.label_studio import scan_label_studio
from inkslate.formats.place_ids import has_unnamed_regions
from inkslate.formats.slate_csv import COLUMNS, format_slate_csv, scan_slate_csv

__all__ = [
    "COLUMNS",
    "Finding",
    "FindingCollector",
    "Scanned",
    "boards_of",
    "boards_with_warnings",
    "findings_of",
    "format_board",
    "format_boards",
    "format_slate_csv",
    "has_unnamed_regions",
    "parse_board",
    "parse_json",
    "scan_board_jsonl",
    "scan_label_studio",
    "scan_slate_csv",
]
