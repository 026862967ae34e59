"""English: how somebody promises something, and names of speakers and senders that are not those of people."""

from __future__ import annotations

import re

_YOU = r"(?:you|y['’]all|everybody|everyone|anybody|anyone|somebody|someone|all\s+of\s+you|you\s+(?:all|both|guys))"

# "I'll need Sam to call" asks Sam, "I will be out" and "I will not" promise nothing.
PROMISE = re.compile(
    r"(?:(?:ok(?:ay)?|yes|yeah|yep|sure|so|and|but|well|right|great|alright|perfect|fine|then|also|today|tomorrow|tonight"
    r"|thanks|thank\s+you|no\s+problem|(?:hi|hello|hey)\s+\w+)\s*[,.!;:–—-]*\s+){0,4}"
    r"(?:(?P<who>I)\s+(?:will|shall|must|need\s+to|have\s+(?:got\s+)?to|gotta|am\s+going\s+to)"
    r"|(?P<short>I['’]ll|I['’]m\s+(?:going\s+to|gonna)|I['’]ve\s+got\s+to))"
    r"\s+(?!(?:not|never|need|be|have|no)\b)(?=\w)",
    re.IGNORECASE,
)
NO_PROMISE = re.compile(
    # What somebody thinks, says or waits for.
    r"(?:(?:admit|assume|await|believe|bet|confess|doubt|expect|guess|hope|imagine|know|miss|presume|say|suppose"
    r"|suspect|think|wait|wonder)\b"
    rf"|see\s+{_YOU}|tell\s+you\s+what\b|hear\s+from\b|count\s+on\b"
    # What somebody else does.
    rf"|(?:ask|beg|encourage|invite|remind|request|trust|urge|leave)\s+{_YOU}\s+(?:all\s+)?(?:to|not)\b"
    r"|leave\s+(?:it|that|this|them|the\s+\w+)\s+(?:all\s+)?(?:up\s+)?(?:to|with)\b"
    r"|let\s+(?!(?:\S+\s+){1,3}(?:have|know|see)\b))",
    re.IGNORECASE,
)
NOBODIES = frozenset(
    """
    ab ag billing bot bv co corp corporation gmbh inc kg limited llc llp ltd newsletter noreply no-reply notetaker
    notifications nv oy plc recorder recording sa sarl
    """.split()
)
