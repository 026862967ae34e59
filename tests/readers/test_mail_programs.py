"""Mails as mail programs write them: what is kept of replies, forwarded mails and HTML."""

from __future__ import annotations

import pytest

from inkslate.board import Board
from inkslate.formats import boards_of
from inkslate.readers import scan_document
from inkslate.readers.document import Document

HEADERS = (
    "From: Ana Ruiz <ana@x.org>\nTo: Ben Cole <ben@x.org>\nSubject: Re: Roof\nDate: Thu, 12 Nov 2026 09:30:00 +0100\n"
)
HTML = "MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n"


def read(body: str, headers: str = HEADERS) -> Board:
    (board,) = boards_of(scan_document(Document("a.eml", f"{headers}\n{body}".encode())))
    return board


def regions(board: Board) -> list[list[str]]:
    """The regions below the subject; `-` is an item, `x` one that is done."""
    marks = {"done": "x ", "open": "o ", None: "- "}
    return [[marks[line.box] * line.bullet + line.text for line in region.lines] for region in board.regions[1:]]


REPLIES = {
    "Yahoo": "I will pick them up.\n    On Wednesday, November 11, 2026 at 05:02:11 PM GMT+1, Ben <b@x.org> wrote:  \n"
    " \n Could you get the keys?\n",
    "Outlook, French": "I will pick them up.\n\nCordialement,\nAna Ruiz\n\nDe : Ben Cole <b@x.fr>\n"
    "Envoyé : mardi 10 novembre 2026 09:00\nÀ : Ana Ruiz\nObjet : Clés\n\nPayez sous 10 jours.\n",
    "Outlook, German": "I will pick them up.\n\nMit freundlichen Grüßen\nAna Ruiz\nLeiterin Einkauf\n\n"
    "Beispiel GmbH | Hauptstr. 1 | 10115 Berlin\nTel. +49 30 123456\n\nVon: Cole, Ben <b@x.org>\n"
    "Gesendet: Mittwoch, 11. November 2026 17:02\nAn: Ruiz, Ana\nCc: Rita Moss\nBetreff: Dach\n\nPlease confirm.\n",
    "Outlook for phones": "I will pick them up.\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n" + "_" * 32 + "\n"
    "From: Ben Cole <b@x.org>\nSent: Wednesday, November 11, 2026 5:02:11 PM\nTo: Ana\nSubject: Roof\n\nCall me.\n",
    "Proton": "I will pick them up.\n\nSent with Proton Mail secure email.\n\n"
    "On Wednesday, November 11th, 2026 at 17:02, Ben Cole <b@x.org> wrote:\n\n> Could you get the keys?\n",
    "iPhone, Spanish": "I will pick them up.\n\nEnviado desde mi iPhone\n\n"
    "El mié, 11 nov 2026 a las 17:02, Ben Cole (<b@x.org>) escribió:\n\n> ¿Puedes?\n",
    "iPhone, French": "I will pick them up.\n\nEnvoyé de mon iPhone\n\n"
    "> Le 11 nov. 2026 à 17:02, Ben Cole a écrit :\n> \n> Oui.\n",
    "Yahoo of before": "I will pick them up.\n\n--- On Wed, 4/4/12, ben@x.org <ben@x.org> wrote:\n\nCall me.\n",
    "Hotmail": "I will pick them up.\n\nDate: Thu, 26 Jun 2014 13:53:45 +0400\n"
    "Subject: Roof\nFrom: b@x.org\nTo: a@x.org\n\n"
    "Hello! How are you?\n",
    "Yandex": 'I will pick them up.\n\n26.06.2014, 14:41, "Ben Cole" <ben@x.org>:\n\nCall me.\n',
    "Gmail, Russian": 'I will pick them up.\n02.04.2012 14:20 пользователь "ben@x.org" <\n'
    "ben@x.org> написал:\n\n> Call me.\n",
    "Gmail, Dutch": "I will pick them up.\n\nOp wo 11 nov. 2026 om 17:02 schreef Ben Cole <ben@x.org>:\n\n> Bel mij.\n",
    "Samsung": "I will pick them up.\n\nSent from my Galaxy\n\n\n"
    "-------- Original message --------\nFrom: Ben\n\nCall me.\n",
    "Yahoo for Android": "I will pick them up.\nAna\n\nSent from Yahoo Mail on Android \n \n"
    "  On Sun, Nov 15, 2026 at 20:10, Ben Cole<b@x.org> wrote:   Please decide soon!\nWhat about the car?  \n",
    "Gnus": "Ben Cole <b@x.org> writes:\n\n> Could you get the keys?\n\nI will pick them up.\n\nAna\n",
    "Thunderbird, Dutch": "I will pick them up.\n\nOp 15-11-2026 om 20:11 schreef Ben Cole:\n> Bel mij.\n",
    "Zendesk": "##- Please type your reply above this line -##\n\nI will pick them up.\n",
    "Notes": "Ben Cole wrote on 15.11.2026 20:11:\n\n> Call me.\n\nI will pick them up.\n",
    "mutt": "Ben Cole wrote:\n> Could you get the keys?\n\nI will pick them up.\n",
}
# Below the text of a mail of Ana Ruiz.
CLOSINGS = [
    "Ana",
    "- Ana",
    "A. Ruiz",
    "Best, Ana",
    "Thanks so much!\nAna.",
    "Cheers,\nAna van Ruiz\nHead of Roofs\n+34 123 456",
    "Gruß\nAna",
    "LG Ana",
    "Kind regards / Mit freundlichen Grüßen\n\ni. A. Petra Lang\nBeispiel GmbH\nGeschäftsführer: Max Muster\nHRB 12345",
    "Thanks and best wishes,\n\nAna Ruiz",
    "Many thanks\n\nAna Ruiz (she/her)\nFinance\n\nRegistered in England No. 123456.",
    "Best regards,\nAna Ruiz | Office\nWe are moving! From 1 December find us at Dock 4.",
]


@pytest.mark.parametrize("program", REPLIES)
def test_only_the_newest_text_of_a_reply(program: str) -> None:
    board = read(REPLIES[program])
    assert regions(board) == [["I will pick them up."]]
    assert board.regions[1].speaker == "Ana Ruiz"


@pytest.mark.parametrize("closing", CLOSINGS)
def test_closings_and_names_of_the_sender_are_left_out(closing: str) -> None:
    sender = HEADERS.replace("Ana Ruiz", "Ana van Ruiz") if "van" in closing else HEADERS
    body = f"I will pick them up.\n\n{closing}\n"
    assert regions(read(body, sender)) == [["I will pick them up."]]
    assert regions(read(f"{body}\nPS: call Tom\n", sender)) == [["I will pick them up."], ["PS: call Tom"]]


@pytest.mark.parametrize(
    "body",
    [
        "Please call\nTom",  # another name
        "Order sand and\nruiz",  # the surname alone may be a word
        "Ana",  # nothing else
        "Bring the box\nAna has it",
        "Best, call Ana",
        "Thanks,\nDone.",
        "He said:\nI will come.",
        "Thanks,\nAna\nPlease call Tom.",
        "On 15.11.2026 at 20:11 we saw this:\nit rained.",
        "We agreed with what Ben wrote:\nwe will walk.",
    ],
)
def test_what_looks_like_a_closing_or_a_quote_is_kept(body: str) -> None:
    assert regions(read(body)) == [body.split("\n")]


def test_the_tag_of_a_mailing_list_stays_in_the_subject_without_the_mark_of_a_reply() -> None:
    board = read("Hi.", HEADERS.replace("Re: Roof", "[roof-list] Re: AW: Roof"))
    assert [(word.text, *word.source) for word in board.regions[0].words] == [
        ("[roof-list]", "subject:1"),
        ("Roof", "subject:21"),
    ]


def test_what_is_not_shown_is_no_text() -> None:
    body = '<div style="color:red; display: none; max-height:0">Preview</div><div style="display:block">Hi.</div>'
    assert regions(read(body, HEADERS + HTML)) == [["Hi."]]


def test_lists_inside_of_lists_and_paragraphs_in_items() -> None:
    def lines(body: str, headers: str) -> list[list[tuple[str, int]]]:
        found = read(body, headers).regions[1:]
        return [[("- " * line.bullet + line.text, line.indent) for line in region.lines] for region in found]

    html = (
        "<p>Ben,</p><ul><li><p>call the roofer</p><ul><li>twice</li></ul></li>"
        "<li><div>buy nails</div></li><li></li></ul>"
        '<p class="MsoListParagraph" style="mso-list:l0 level2 lfo1">·&nbsp;&nbsp;long ones</p>'
    )
    assert lines(html, HEADERS + HTML) == [
        [("Ben,", 0)],
        [("- call the roofer", 0), ("- twice", 1), ("- buy nails", 0)],
        [("- long ones", 1)],
    ]
    plain = "Ben,\n\n1) call the roofer\n   - twice\n     or more\n2) buy nails\n"
    assert lines(plain, HEADERS) == [
        [("Ben,", 0)],
        [("- call the roofer", 0), ("- twice", 1), ("or more", 1), ("- buy nails", 0)],
    ]


def test_behind_the_mark_of_outlook_on_the_web_is_the_earlier_mail() -> None:
    body = (
        '<html><body dir="ltr"><div class="elementToProof">Please update the sheet.</div><div id="appendonsend"></div>'
        '<hr tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><b>From:</b> Ben Cole<br><b>Sent:</b> Wednesday</div>'
        "<div>Please confirm the delivery.</div><ul><li>pay</li></ul></body></html>"
    )
    board = read(body, HEADERS + HTML)
    assert regions(board) == [["Please update the sheet."]]
    assert board.regions[1].words[0].source == ("html:1:51",)


def test_paragraphs_of_outlook_are_lines_and_blank_ones_gaps() -> None:
    body = (
        '<div class="WordSection1"><p class="MsoNormal">Ben,<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p>'
        '<p class="MsoListParagraph"><![if !supportLists]><span>·<span>&nbsp;</span></span><![endif]>Please sign it</p>'
        '<p class="MsoListParagraph"><![if !supportLists]><span>·<span>&nbsp; </span></span><![endif]>book the room</p>'
        "<p>Bye.</p></div>"
    )
    assert regions(read(body, HEADERS + HTML)) == [["Ben,"], ["- Please sign it", "- book the room"], ["Bye."]]


def test_whatever_outlook_writes_as_a_bullet_is_one() -> None:
    def item(sign: str, level: int, text: str) -> str:
        mark = f'<span style="mso-list:Ignore">{sign}<span style="font:7pt">&nbsp;&nbsp; </span></span>'
        return (
            f'<p class="MsoListParagraph" style="mso-list:l0 level{level} lfo1"><![if !supportLists]>'
            f'<span style="font-family:Wingdings">{mark}</span><![endif]>{text}</p>'
        )

    body = item("·", 1, "call the roofer") + item("o", 2, "twice") + item("§", 3, "by noon") + item("1.", 1, "pay")
    found = read(body, HEADERS + HTML).regions[1].lines
    assert [(line.text, line.bullet, line.indent) for line in found] == [
        ("call the roofer", True, 0),
        ("twice", True, 1),
        ("by noon", True, 2),
        ("pay", True, 0),
    ]
    assert regions(read("o milk\no eggs\n\na. call\nb. pay\n")) == [["- milk", "- eggs"], ["- call", "- pay"]]


def test_an_empty_line_of_gmail_is_a_gap_and_a_struck_item_is_done() -> None:
    body = (
        '<div dir="ltr"><div>Hi Ben,</div><div><br></div><div>please pay the deposit by Friday.<br></div>'
        "<div>It rained.</div>"
        "<ul><li>call the roofer</li><li><s>buy nails</s></li><li><del>old</del> new</li></ul>"
        "<p><s>gone</s></p></div>"
    )
    assert regions(read(body, HEADERS + HTML)) == [
        ["Hi Ben,"],
        ["please pay the deposit by Friday.", "It rained."],
        ["- call the roofer", "x buy nails", "- old new"],
        ["gone"],
    ]


@pytest.mark.parametrize(
    ("given", "people"),
    [
        ("=?iso-8859-1?Q?M=FCller=2C_J=FCrgen_=28ACME=29?= <j@x.de>", ("Jürgen Müller",)),
        ('"=?utf-8?B?TcO8bGxlciwgSsO8cmdlbg==?=" <j@x.de>, Ann <a@x.de>', ("Jürgen Müller", "Ann")),
        ("\"'Jane Roe' via team\" <team@groups.com>", ("Jane Roe",)),
    ],
)
def test_encoded_names_may_hold_commas(given: str, people: tuple[str, ...]) -> None:
    board = read("I will pay.", f"From: {given}\nSubject: a\n")
    assert board.people == people[:1]
    assert board.regions[1].speaker == people[0]
    assert read("I will pay.", f"From: bob@x.org\nTo: {given}\nSubject: a\n").people == people


@pytest.mark.parametrize(
    "body",
    [
        "Date: Friday\nSubject: the roof\nPlease come.",
        "The train at 10:30 on 20.11.26 is full:\nPlease book the next one.",
        "Write to Tom <tom@x.org>:\nhe has the key.",
        "From: the station\nTo: the hall\nwe will walk.",
    ],
)
def test_what_looks_like_the_head_of_a_mail_is_kept(body: str) -> None:
    assert regions(read(body)) == [body.split("\n")]


def test_only_the_attribution_is_taken_from_two_dated_lines() -> None:
    body = "We meet at 10:30 on 20.11.2026\n11.11.2026 17:02 skrev Ben Cole <ben@x.org>:\n> Call me."
    assert regions(read(body)) == [["We meet at 10:30 on 20.11.2026"]]
