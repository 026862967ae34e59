"""Teach a model the kinds of sentences that people differ about: `inkslate adapt` then needs few boards.

    python corpus/kinds.py --model open

Writes `kinds.npy` into the folder of the model and its hash into the manifest. `inkslate model build` does this for
the model that it makes; run it for a model that was made otherwise. It takes some minutes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from inkslate.errors import InkslateError
from inkslate.model.loading import find_bundle
from inkslate.training.adapting.kinds import add_kinds, boards_with_kinds


def main() -> int:
    """Add the kinds to the model."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="open")
    parser.add_argument("--corpus", type=Path, default=Path(__file__).parent)
    options = parser.parse_args()
    try:
        bundle = find_bundle(options.model)
        if bundle is None:
            parser.error("rules has no vectors of words; name a model")
        print(add_kinds(bundle, boards_with_kinds(options.corpus)).folder)
    except InkslateError as error:
        print(f"kinds: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
