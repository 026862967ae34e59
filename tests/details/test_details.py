"""Owner and due date: what notes say, and above all what they do not say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from datetime import date, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkslate.board import Board, Line, Region
from inkslate.details import DetailContext, add_details, day_first, find_locale, task_detail
from inkslate.details.calendar_values import Calendar
from inkslate.details.due_dates import FoundDue, find_due
from inkslate.details.locale import Form, FormTable, whole_words
from inkslate.details.locales.en import ENGLISH
from inkslate.errors import InputError
from inkslate.extraction import Detail, Extraction, FoundSentence, ModelInfo
from tests.support.boards import words

NOW = datetime(2026, 11, 18, 9, 0)  # a Wednesday

OWNERS = [
    # @: at the head, at the end, in the middle; the sign proves a name in any case
    ("@Sam call the bank", "Sam"),
    ("call the bank @Sam", "Sam"),
    ("@sam call the bank", "sam"),
    ("review the deck @dmitri_k", "dmitri_k"),
    ("@Sam @Ana review deck", "Sam, Ana"),
    ("@Sam and @Ana review the deck", "Sam, Ana"),
    # a colon or a dash behind the name
    ("Sam: call the bank", "Sam"),
    ("Sam : call the bank", "Sam"),
    ("Sam - call the bank", "Sam"),
    ("Sam – call the bank", "Sam"),
    ("Sam -> call the bank", "Sam"),
    ("Sam → call the bank", "Sam"),
    ("Sam & Ana: review the deck", "Sam, Ana"),
    ("Sam/Ana: review the deck", "Sam, Ana"),
    ("Sam, Ana: review the deck", "Sam, Ana"),
    ("Sam Miller: call the bank", "Sam Miller"),
    ("Sam M.: call the bank", "Sam M"),
    ("Zoë: bake the cake", "Zoë"),
    ("Jean-Luc: bake", "Jean-Luc"),
    ("Mrs Jones: sign the form", "Mrs Jones"),
    ("SAM: CALL THE BANK", "SAM"),
    ("Mark: call the bank", "Mark"),  # a verb too, but not before a colon and another verb
    # to, will, must, has to: with something to do behind them
    ("Sam to call the bank", "Sam"),
    ("Sam to also send the deck", "Sam"),
    ("Sam to reupholster the chair", "Sam"),  # no verb that we know, but it has an object
    ("Sam and Ana to review", "Sam, Ana"),
    ("Sam, Ana and Tom to review the draft", "Sam, Ana, Tom"),
    ("José to bake the cake", "José"),
    ("Dr. Patel to sign", "Dr. Patel"),
    ("Mark Fukuda to call the venue", "Mark Fukuda"),
    ("Jordan to review the deck", "Jordan"),
    ("Priya will chase the vendor", "Priya"),
    ("Samir has to call the roofer", "Samir"),
    # spoken to
    ("Sam, please call the bank", "Sam"),
    ("Sam please call the bank", "Sam"),
    ("Will, please call the bank", "Will"),
    ("Xiomara, please call the bank", "Xiomara"),
    ("Sam, can you call the bank?", "Sam"),
    ("Hi Sam, please call the bank", "Sam"),
    # brackets, arrows and dashes
    ("[Sam] call the bank", "Sam"),
    ("call the bank [Sam]", "Sam"),
    ("(Sam) call the bank", "Sam"),
    ("call the bank (Sam)", "Sam"),
    ("call the bank (Mark).", "Mark"),
    ("call the bank -> Sam", "Sam"),
    ("call the bank → Sam", "Sam"),
    ("call the bank --> Will", "Will"),
    ("call the bank - Sam", "Sam"),
    ("call the bank – Hélène", "Hélène"),
    # labels in front are not the name's concern
    ("TODO: Sam to call the bank", "Sam"),
    ("Action: Sam - call the bank", "Sam"),
    ("1. Sam: call the bank", "Sam"),
    ("-> Jo to drive up and look", "Jo"),
    ("call the bank (owner: Sam)", "Sam"),
    ("fix the login, assigned to Sam", "Sam"),
    # labels, names that are words too, and quotations
    ("Assigned to Sam: order chairs", "Sam"),
    ("Owner: Sam - order chairs", "Sam"),
    ("@Will call the plumber", "Will"),
    ("[Grace] book the hall", "Grace"),
    ("Rose, please water the plants", "Rose"),
    ("Ana and Tom to prepare the demo", "Ana, Tom"),
    ("Sam: call May about Rose", "Sam"),
    ("Responsible: Ana", "Ana"),
    ("Action: Sam to book the room", "Sam"),
    ("Assigned to Sam Miller - order chairs", "Sam Miller"),
    ("Assignee: Ana, Tom - order chairs", "Ana, Tom"),
    ("Responsible: Ana; order chairs", "Ana"),
    ("Assigned to @Sam: order chairs", "Sam"),
    ("Owner: Priya -> order chairs", "Priya"),
    ('Sam: read "Done by Friday"', "Sam"),
    ("Sam - 3 pm call the bank", "Sam"),
    ("@Rose water the plants", "Rose"),
    ("Bill, please order chairs", "Bill"),
    ("order chairs (Will)", "Will"),
    ("order chairs -> Mark", "Mark"),
    ("Art Miller to hang the pictures", "Art Miller"),
    ("May Lee: call the bank", "May Lee"),
    ("fix the login, assigned to @Sam", "Sam"),
]

DUES = [
    # weekdays with a word in front
    ("call Ruth by Fri", "2026-11-20", "by Fri"),
    ("report due Friday", "2026-11-20", "due Friday"),
    ("report due: Fri", "2026-11-20", "due: Fri"),
    ("EK proofs until Tuesday", "2026-11-24", "until Tuesday"),
    ("call on Monday", "2026-11-23", "on Monday"),
    ("call Ruth on Wednesday", "2026-11-25", "on Wednesday"),  # today is Wednesday: who means today writes it
    ("call no later than Friday", "2026-11-20", "no later than Friday"),
    ("call next Tue", "2026-11-24", "next Tue"),
    ("call this Friday", "2026-11-20", "this Friday"),
    ("call Tuesday next week", "2026-11-24", "Tuesday next week"),
    ("can you send the deck by Tuesday?", "2026-11-24", "by Tuesday?"),
    ("By Friday send the deck", "2026-11-20", "By Friday"),
    ("don't forget to call Ana by Fri", "2026-11-20", "by Fri"),
    ("send the weekly report by Fri", "2026-11-20", "by Fri"),
    ("reply to Friday's email by Tuesday", "2026-11-24", "by Tuesday"),
    ("call by Friday and send the notes", "2026-11-20", "by Friday"),
    # weekdays alone: at the end, in brackets, behind a dash, as a heading
    ("clean my room Friday", "2026-11-20", "Friday"),
    ("clean my room fri", "2026-11-20", "fri"),
    ("call Ana Sat.", "2026-11-21", "Sat."),
    ("call Ana (Fri)", "2026-11-20", "(Fri)"),
    ("call Ana - Fri", "2026-11-20", "Fri"),
    ("call Ana Friday about the lease", "2026-11-20", "Friday"),
    ("dog to vet Thursday night", "2026-11-19", "Thursday night"),
    ("Fri: call Ana", "2026-11-20", "Fri:"),
    ("Friday - find out the winners", "2026-11-20", "Friday"),
    ("get the car washed Fri", "2026-11-20", "Fri"),
    # days by their distance
    ("call tmrw", "2026-11-19", "tmrw"),
    ("call tmoro", "2026-11-19", "tmoro"),
    ("Tomorrow call Ana", "2026-11-19", "Tomorrow"),
    ("call Ana tomorrow about the lease", "2026-11-19", "tomorrow"),
    ("call tomorrow morning", "2026-11-19", "tomorrow morning"),
    ("finish the slides TODAY!", "2026-11-18", "TODAY!"),
    ("call Chris tonight", "2026-11-18", "tonight"),
    ("call in 2 days", "2026-11-20", "in 2 days"),
    ("call in two weeks", "2026-12-02", "in two weeks"),
    ("plan the offsite next week", "2026-11-25", "next week"),
    ("fix the rail this week", "2026-11-20", "this week"),
    ("clean the attic this weekend", "2026-11-21", "this weekend"),
    # ends
    ("send it EOD", "2026-11-18", "EOD"),
    ("send it by EOD Fri", "2026-11-20", "by EOD Fri"),
    ("send it tomorrow EOD", "2026-11-19", "tomorrow EOD"),
    ("send it by eow", "2026-11-20", "by eow"),
    ("pay rent by end of month", "2026-11-30", "by end of month"),
    ("pay rent by the end of the month", "2026-11-30", "by the end of the month"),
    ("send it by end of next week", "2026-11-27", "by end of next week"),
    ("send it by end of March", "2027-03-31", "by end of March"),
    # dates
    ("call before 12/3", "2027-03-12", "before 12/3"),
    ("drop mom off at the airport 26/10", "2027-10-26", "26/10"),
    ("drop mom off at the airport 10/26", "2027-10-26", "10/26"),  # only one order is a date
    ("pay rent 3.12.", "2026-12-03", "3.12."),
    ("pay rent by 3.12.2026", "2026-12-03", "by 3.12.2026"),
    ("call 2026-12-03", "2026-12-03", "2026-12-03"),
    ("call Dec 3", "2026-12-03", "Dec 3"),
    ("call by Dec. 3, 2026", "2026-12-03", "by Dec. 3, 2026"),
    ("call on the 3rd of December", "2026-12-03", "on the 3rd of December"),
    ("call 3 Dec", "2026-12-03", "3 Dec"),
    ("choose a topic by the 28th", "2026-11-28", "by the 28th"),
    ("choose a topic by 18/11", "2026-11-18", "by 18/11"),  # today
    ("call Fri 20/11", "2026-11-20", "Fri 20/11"),
    ("call Fri, 20 Nov", "2026-11-20", "Fri, 20 Nov"),
    # times
    ("call tomorrow 3 pm", "2026-11-19T15:00", "tomorrow 3 pm"),
    ("call Fri 3pm", "2026-11-20T15:00", "Fri 3pm"),
    ("call by 5pm Fri", "2026-11-20T17:00", "by 5pm Fri"),
    ("submit it, due Thursday by 5pm", "2026-11-19T17:00", "due Thursday by 5pm"),
    ("call Ana 3 pm", "2026-11-18T15:00", "3 pm"),
    ("call Ana at 8:30 am", "2026-11-19T08:30", "at 8:30 am"),  # that is over for today
    ("put the strainer back by noon", "2026-11-18T12:00", "by noon"),
    ("meet Tom @ 5pm", "2026-11-18T17:00", "@ 5pm"),
    ("fridge clean, Friday 15:00, all", "2026-11-20T15:00", "Friday 15:00,"),
    ("Tue 9 pm start remodel", "2026-11-24T21:00", "Tue 9 pm"),
    ("call tomorrow at 1:30", "2026-11-19", "tomorrow at 1:30"),  # day or night: the day alone is certain
    # midnights, the day after tomorrow, and what stands beside quotations, codes and lengths
    ("send it by midnight", "2026-11-19T00:00", "by midnight"),
    ("hand in by Friday midnight", "2026-11-21T00:00", "by Friday midnight"),
    ("call Bob day after tomorrow", "2026-11-20", "day after tomorrow"),
    ("the day after tomorrow call Bob", "2026-11-20", "the day after tomorrow"),
    ("ask for quotes by 3/12", "2026-12-03", "by 3/12"),
    ("rent due 1st December", "2026-12-01", "due 1st December"),
    ("pay by 30.11.2026", "2026-11-30", "by 30.11.2026"),
    ("deliver no later than Nov 20", "2026-11-20", "no later than Nov 20"),
    ("call Ana before noon", "2026-11-18T12:00", "before noon"),
    ("Due: Friday - send minutes", "2026-11-20", "Due: Friday"),
    ("submit report by 17:30", "2026-11-18T17:30", "by 17:30"),
    ("on Monday at 9am call the bank", "2026-11-23T09:00", "on Monday at 9am"),
    ("(due 20 Nov) book flights", "2026-11-20", "(due 20 Nov)"),
    ("send by Tue, Nov 24", "2026-11-24", "by Tue, Nov 24"),
    ("review Q3 numbers by end of week", "2026-11-20", "by end of week"),
    ("tell Grace by Thursday", "2026-11-19", "by Thursday"),
    ("mail the 3/4 inch bolts by Friday", "2026-11-20", "by Friday"),
    ("fix v2.11 bug by tomorrow", "2026-11-19", "by tomorrow"),
    ("Room 12: clean by Monday", "2026-11-23", "by Monday"),
    ("call 555-1234 tomorrow", "2026-11-19", "tomorrow"),
    ("read “Friday Night Lights” by Sunday", "2026-11-22", "by Sunday"),
    ("send minutes by noon tomorrow", "2026-11-19T12:00", "by noon tomorrow"),
    ("send minutes by midnight tomorrow", "2026-11-20T00:00", "by midnight tomorrow"),
    ("until midnight on 20 Nov collect votes", "2026-11-21T00:00", "until midnight on 20 Nov"),
    ("back up drive D: today", "2026-11-18", "today"),
    ("by the day after tomorrow send it", "2026-11-20", "by the day after tomorrow"),
    ("send it the day after tmrw", "2026-11-20", "the day after tmrw"),
    ("DAY AFTER TOMORROW CALL BOB", "2026-11-20", "DAY AFTER TOMORROW"),
    ("send it by midnight on Friday", "2026-11-21T00:00", "by midnight on Friday"),
    ("send it before midnight tonight", "2026-11-19T00:00", "before midnight tonight"),
    ("finish by midnight 20/11", "2026-11-21T00:00", "by midnight 20/11"),
    ('read "Done by Friday" by Sunday', "2026-11-22", "by Sunday"),
    ("call Ana 20/11", "2026-11-20", "20/11"),
    ("pick up Mom 20/11", "2026-11-20", "20/11"),
    ("CALL THE BANK 20/11", "2026-11-20", "20/11"),
    ("return AB 12 by 20/11", "2026-11-20", "by 20/11"),
    ('cut a 12" pipe by Friday', "2026-11-20", "by Friday"),
    ("the parents' room by Friday", "2026-11-20", "by Friday"),
    # by how much is a fraction; "up" and "cut" alone do not make one of a day
    ("pick up the cake by 12/3", "2027-03-12", "by 12/3"),
    ("follow up with the vendor - by 20/11", "2026-11-20", "by 20/11"),
    ("cut the grass by 20/11", "2026-11-20", "by 20/11"),
    ("meet Ana at 2pm Friday", "2026-11-20T14:00", "at 2pm Friday"),
    ("meet Ana at 14:00 on Friday", "2026-11-20T14:00", "at 14:00 on Friday"),
    ("ship it by 3-Dec-2026", "2026-12-03", "by 3-Dec-2026"),
    ("ship it by 03-dec-26", "2026-12-03", "by 03-dec-26"),
    ("ship it 3-Dec", "2026-12-03", "3-Dec"),
    ("don't wait, call 'em by Friday", "2026-11-20", "by Friday"),
]

BOTH = [
    ("Sam to send the deck to Ana by Fri", "Sam", "2026-11-20"),
    ("call the bank (Sam, Fri)", "Sam", "2026-11-20"),
    ("call the bank (Sam by Fri)", "Sam", "2026-11-20"),
    ("Sam (by Fri): call the bank", "Sam", "2026-11-20"),
    ("Sam [Fri] - call the bank", "Sam", "2026-11-20"),
    ("Sam + Ana to prep slides by Fri", "Sam, Ana", "2026-11-20"),
    ("call the bank by Fri -> Sam", "Sam", "2026-11-20"),
    ("call the bank -> Sam, Fri", "Sam", "2026-11-20"),
    ("call Ana Fri (Sam)", "Sam", "2026-11-20"),
    ("review the deck @Sam by Fri", "Sam", "2026-11-20"),
    ("Fri: Sam to call the bank", "Sam", "2026-11-20"),
    ("Sam: Fri call the bank", "Sam", "2026-11-20"),
    ("OVEN 2 NEEDS A SEAL - HAKAN BY THU", "HAKAN", "2026-11-19"),
    ("OMAR: DUST FILTERS, BEFORE SAT", "OMAR", "2026-11-21"),
    ("Swap the pillows before noon - Hélène", "Hélène", "2026-11-18T12:00"),
    ("Owner = Sam, order chairs by Fri", "Sam", "2026-11-20"),
    ('Ana to print "Rules" by Monday', "Ana", "2026-11-23"),
]

NOTHING = [
    "send it by m\u0131dnight",  # ignoring case, a dotless i is an i
    # words that are months, days, verbs and names
    "May will call", "march to the beat", "second floor", "Will power", "Will to win", "May to June plan",
    "Mark to market the portfolio", "Mark as done", "Bill the client", "Grant access to Ana", "Rose bushes to plant",
    "Sun screen", "buy Sun screen", "Mon ami", "sat down with Ana", "work on my tan in the sun", "study for the SAT",
    "wed in Vegas", "may 3 people come", "march 3 miles", "file May receipts", "in March", "Hope to finish",
    # the day of something else
    "read Friday's report", "print Monday meeting notes", "prepare tomorrow's slides", "Sunday school supplies",
    "prepare for the 3 pm meeting", "catch the 5pm train", "5pm train ticket", "notes of 12/3", "email sent Monday",
    "read what Ana said on Tuesday", "answer the mail I received on July 11", "send what we discussed on Friday",
    "if it is not here by Friday, complain", "bill was due Friday",
    # titles, shops and holidays
    "watch Big Wednesday", "rent Freaky Friday", "book a table at Ruby Tuesday", "buy a Black Friday laptop",
    'read "Friday"', "watch the 9/11 documentary", "buy Sunday Times",
    # again and again, ranges, choices
    "water plants every Monday", "weekly report", "sync weekly on Monday", "daily at 9am", "on Mondays", "work Mon-Fri",
    "work Mon - Fri", "gym Tue and Thu", "gym Mon, Wed, Fri", "call Fri or Sat", "buy ticket (8/1-8/7)", "trip Dec 3-5",
    "book hotel 3-5 Dec", "hotel Dec 3 to Dec 5", "meet Ana Fri 3-4pm", "between 3 and 5 pm", "every other Fri",
    # gone, open or not to be
    "chase invoice open since Fri", "minutes 12/3/2024", "fix what broke last Friday", "hours from Monday",
    "after Friday", "maybe Friday?", "don't use them until Thursday", "shop closed until Monday",
    "reschedule from Fri to Mon", "move meeting to Friday", "book for Friday", "see you later", "call soon", "by hand",
    "on time", "due diligence", "at 3", "by 5",
    "call Fri 24/12",  # no such Friday: whose slip it is, nobody knows
    "call 31/4", "call by 30 February",
    # numbers that are no dates
    "Room 12/3", "meet in Room 12/3", "open 24/7", "add 1/2 cup sugar", "cut board 3/4", "rate movie 4/5", "score 3/2",
    "pay $12/3", "pay invoice 12/3", "upgrade to Python 3.12.", "install 3.12.", "read chapter 3/4", "call 555-1234",
    "John 3:16", "aspect ratio 16:9", "reduce costs by 1/2", "on the 3rd floor", "fix the 2nd draft", "12/3456",
    # labels, places, groups and things in the place of a name
    "Note: buy milk", "TODO: buy milk", "Room: book it", "Call: the bank", "Re: invoice", "Budget: review",
    "Q3: plan offsite", "UPDATE: the wiki", "Paris: book hotel", "Costco: milk", "Legal: the word", "HR: vacation form",
    "Team to review", "Client to send samples", "Templates to include", "Remember to bring cash", "Cliert to send it",
    "Smith & Co", "call Smith & Co", "Smith & Co: send invoice", "Johnson & Johnson: order", "Sam & Co: call",
    "Bill: 40 EUR", "Art: buy brushes", "me: call the bank", "I to call the bank", "Li need to call the bank",
    "AA: batteries", "Yes, please book", "Wow, can you see it", "Also, please call",
    "Everyone, please read", "[URGENT] call the bank", "(optional) paint", "sam: call the bank", "April: call the bank",
    "Export data -> Excel", "Boston -> Austin", "Hi Sam: I will call the bank", "Sam -> Ana",
    # people that the task is about
    "Ask Sam to call the bank", "email Sam the deck", "Send the deck to Sam", "send the deck to @Sam", "ping @Ana",
    "lunch w/ @Ana", "call the plumber (Joe)", "call Sam (Ana)", "gift for Sam", "Sam's birthday", "invite Ana, Sam",
    "Max to vet", "Ana to airport", "Letter to Megan", "lunch @ Sam's", "email sam@example.com", "@home clean desk",
    "coffee @Starbucks", "@all read this",
    # nothing to do
    "Sam", "Sam:", "Fri", "tomorrow", "next week", "Fri _", "by Fri __",
    # songs, films, codes, scores, ratios, versions, prices, phones, addresses, products, quotations, words as names
    "listen to Friday I'm in Love", "play Blue Monday at the party", "watch Saturday Night Fever",
    "book room 4.12 for the review", "mix paint 3:1 with water", "upgrade to version 3.12", "sell the bike for 12.50",
    "write down that we won 3-2", "add 3/4 cup of sugar", "call 555-12-10", "ring 020 7946 0958",
    "Bayern beat Dortmund 3:2", "Mark: 85 out of 100", "Grace period to be checked", "Bill to be paid",
    "Art to hang in the hall", "Rose to plant by the door", "Will to be signed", "May to June budget", "Bill: 45 euros",
    "Art: brushes, paint, paper", "Mark the pages", "send it to 12 May Street", "meet at 5 March Road",
    "install Windows 10/11", "fix screw M 8/10", "watch Friday the 13th", "Apartment 6/11 needs a key",
    "read John 3:16", "Chapter 3: rewrite the intro", "Jack: 3 sizes in stock", "Faith to move mountains",
    "Hope to see you soon", "write to sam@work.org", "score 21-11 against Leeds", "buy The Day After Tomorrow on DVD",
    "watch 'See You Tomorrow'", "read “Sam will call” again", "order Black Friday banners",
    "Invoice 2026-11 is missing", "order part number 10-11-12", "blood pressure 12/8", "the Sunday Times subscription",
    "print the Good Friday menu", "visit the 9/11 memorial", "buy 1/2 litre of milk", "take bus 12/3 to the station",
    "Paris to London by train", "Victoria to Brighton tickets", "Excel: fix formulas", "PS: bring cups",
    "pay £12.10 for stamps", "Size 10/12 dress", "renew Monday.com licence", "learn the song by Grace Jones",
    "set A4 sheets at 10:1 zoom", "split it in 2 parts", "translate May Day speech", "mail Will the will",
    "grade essay 8/10", "order Chanel No. 5 and WD-40", "set alarm code 12-10-26", "ask if Sunday roast is on",
    "=SUM(A1) to be fixed", 'hum "Sam: by tomorrow"', "seats 12/3 and 12/4 reserved", "May: call the bank",
    "Sam -> Ana", "Max -> min", "Berlin -> book of maps", "meet at Friday", "meet at 2pm 12/3",
    "cut costs by 1/3", "scale up by 2/3", "reduce it by 3/10", "ready, but not by Friday", "file 3-Dec-A is lost",
    "Max: 10 people", "Oscar to be watched", "@SUM(A1)", 'read "Done by Friday"',
    "Flight AB 12/3", "Grace to be said before dinner", "Sam will be informed", "Sam must be paid",
    "Ana has to be told", "Ana: 3 boxes left", "Ana - £20", "Max: ~40 guests", "Max: $300", "@IF(B2) is broken",
    "Owner: unknown - check the roof", "Owner: TBD - check the roof", "Assigned to nobody: sweep",
    "Owner: the landlord - fix roof", "reread 'Tuesdays with Morrie'", "sing „Morgen by Friday“",
    "quote «by Monday» in the slides", 'she said "tomorrow"', 'tag release "v1 - Sam"', "book BA 10/12",
    'print "go @Sam" on the mugs', '"Sam @Sam "',
    "replace bulb E 12/8", "Boeing 12/7 model kit", "test iPhone 12/13 cases", "order Canon 10/12 toner",
    "split bill 50/50", "12:1 odds on Arrow", "tie 2:2 at half time", "fix bug 11-12", "walk 10 May Avenue to the park",
    "paint 3 March House doors", "call 1-800-12-10", "text 07700 900123", "buy 6/8 time drum book",
    "practise Take Five in 5/4", "print A5 flyers 10/100", "price 12.11 per box", "raise price to 3.12",
    "Python 3.11. notes", "section 3.12. rewrite", "Will you call Ana?", "Will call you", "Grant to apply for",
    "Drew to a close", "Penny to spend", "Rob the bank game", "Pat the dog", "Sue the builder", "Rich to poor ratio",
    "Olive: oil and bread", "Ginger: 2 pieces", "Basil: water it", "Amber to green light", "Ruby: upgrade gems",
    "Jade to check", "Dom to Berlin by bus", "see Thursday Murder Club", "stream Monday Night Football",
    "watch The Sunday Game", "pick up Sunday best suit", "wear Casual Friday shirt", "fix Sunday driver plugin",
    "next Friday film ticket", "plan for Q4 by numbers", "Room 5 by the lift", "Gate 3 pm bus", "5/11 of the votes",
    "win 6-4, 6-3", "Max - 10 people",
]  # fmt: skip


def detail(text: str, *, now: datetime = NOW, day_first: bool = True, people: tuple[str, ...] = ()) -> Detail:
    return task_detail(text.split(), DetailContext(now=now, locale="en" if day_first else "en-US", people=people))


def with_details(source: Extraction, *, known: dict[str, Detail] | None = None) -> Extraction:
    (found,) = add_details([source], DetailContext(now=NOW), known=known)
    return found


def test_the_table_is_as_long_as_promised() -> None:
    assert len(OWNERS) + len(DUES) + len(BOTH) + len(NOTHING) >= 120
    assert len(set(NOTHING)) >= 50


@pytest.mark.parametrize(("text", "owner"), OWNERS)
def test_owners(text: str, owner: str) -> None:
    found = detail(text)
    assert (found.owner, found.due, found.due_span) == (owner, None, None)
    assert found.owner_span is not None
    said = " ".join(text.split()[slice(*found.owner_span)])
    assert all(name in said for name in owner.split(", "))


@pytest.mark.parametrize(("text", "due", "said"), DUES)
def test_due_dates(text: str, due: str, said: str) -> None:
    found = detail(text)
    assert (found.owner, found.owner_span, found.due_text) == (None, None, due)
    assert found.due_span is not None
    assert " ".join(text.split()[slice(*found.due_span)]) == said


@pytest.mark.parametrize(("text", "owner", "due"), BOTH)
def test_owner_and_due_date_do_not_get_in_each_others_way(text: str, owner: str, due: str) -> None:
    found = detail(text)
    assert (found.owner, found.due_text) == (owner, due)


@pytest.mark.parametrize("text", NOTHING)
@pytest.mark.parametrize("day_first", [True, False])
def test_nothing_where_it_is_not_certain(text: str, day_first: bool) -> None:
    assert detail(text, day_first=day_first) == Detail()


@pytest.mark.parametrize(
    ("people", "text", "owner"),
    [
        (["Sam"], "sam: call the bank", "Sam"),  # in any case
        (["Sam"], "sam to vet", None),
        (["Will", "May"], "Will to call the bank", "Will"),
        (["Will", "May"], "May will call the bank", "May"),
        (["Will", "May"], "will call the bank by may", None),
        (["SM"], "SM: call the bank", "SM"),
        (["Sara Miller, SM, sar"], "SM: call the bank", "Sara Miller"),  # the roster says who SM is
        (["Sara Miller, SM"], "call the bank - sm", "Sara Miller"),
        (["Sara Miller"], "call the bank (sara miller)", "Sara Miller"),
        (["Sara Miller"], "@sara call the bank", "Sara"),  # which Sara, the text does not say
        (["Nguyễn Thị Hương"], "Nguyễn Thị Hương: call the bank", "Nguyễn Thị Hương"),
        (["Мария"], "Мария: call the bank", "Мария"),
        (["李明"], "call the bank -> 李明", "李明"),
        (["", ",", " , Sam"], "sam: call the bank", "Sam"),
        (["Sam"], "call sam", None),
        (["Sam"], "Ask sam to call the bank", None),
    ],
)
def test_a_roster_raises_recall(people: list[str], text: str, owner: str | None) -> None:
    assert detail(text, people=tuple(people)).owner == owner


@pytest.mark.parametrize(
    ("now", "text", "due"),
    [
        (datetime(2026, 11, 20, 9), "call this Friday", "2026-11-20"),  # on a Friday
        (datetime(2026, 11, 20, 9), "call by Friday", "2026-11-27"),
        (datetime(2026, 11, 20, 9), "call by EOW", "2026-11-20"),
        (datetime(2026, 11, 21, 9), "call by EOW", "2026-11-27"),  # on a Saturday
        (datetime(2026, 11, 18, 16), "call Ana 3 pm", "2026-11-19T15:00"),
        (datetime(2026, 11, 18, 16), "call Ana today 3 pm", "2026-11-18T15:00"),
        (datetime(2026, 12, 31, 23, 59), "call tomorrow", "2027-01-01"),
        (datetime(2026, 12, 31), "pay by end of month", "2026-12-31"),
        (datetime(2026, 12, 5), "call by 3 Dec", "2027-12-03"),
        (datetime(2027, 1, 30), "call by the 29th", "2027-03-29"),  # February has none
        (datetime(2026, 11, 18), "call by 29 Feb", "2028-02-29"),
        (datetime(9999, 12, 31), "call next week", None),  # beyond the calendar
        (datetime(9999, 12, 31), "call today by midnight", None),
        (datetime(9999, 12, 31), "call the day after tomorrow", None),
        (datetime(2026, 11, 18, 23, 59), "call by midnight", "2026-11-19T00:00"),  # it ends today
        (datetime(2026, 11, 20, 9), "call this Friday by midnight", "2026-11-21T00:00"),
        (datetime(9999, 12, 31), "call by end of next month", None),
        (NOW, "report due 12/3/2024", "2024-03-12"),  # overdue is due
        (datetime(1, 1, 1), "call tomorrow", "0001-01-02"),
    ],
)
def test_days_are_counted_from_now(now: datetime, text: str, due: str | None) -> None:
    assert detail(text, now=now).due_text == due


def test_the_locale_says_what_12_3_is() -> None:
    american, others = ("en-US", "en_us.UTF-8"), ("en", "EN_gb", "en-ZA.utf8")
    assert ([day_first(name) for name in american], [day_first(name) for name in others]) == ([False] * 2, [True] * 3)
    assert day_first("en-USA")  # no region, but no other language either
    assert detail("call by 12/3", day_first=False).due_text == "2026-12-03"
    assert detail("call by 12/3", day_first=True).due_text == "2027-03-12"
    assert detail("call by 3.12.", day_first=False).due_text == "2026-12-03"  # dots are always day first
    assert [detail("pay by 20/11", day_first=first).due_text for first in (True, False)] == ["2026-11-20"] * 2


@pytest.mark.parametrize("name", ["fr", "de-AT", "nowhere", "english", "12", "", "en US", "fr_FR.UTF-8"])
def test_a_locale_that_is_not_known_is_refused(name: str) -> None:
    """It was read as English, which a French note is not."""
    message = re.escape(f"{name!r} is not a known locale; choose from en, en-US (other regions, like en-GB, are")
    for use in (day_first, find_locale, lambda locale: DetailContext(locale=locale)):
        with pytest.raises(InputError, match=message):
            use(name)


def extraction(*tasks: str) -> Extraction:
    region = Region("r", (Line.from_text("to do"), *(Line.from_text(task, bullet=True) for task in tasks)))
    found, at = [FoundSentence(0, 2, False)], 2
    for task in tasks:
        found.append(FoundSentence(at, at + len(task.split()), True))
        at += len(task.split())
    return Extraction(Board("b", (region,)), (tuple(found),), ModelInfo("m", "1", "s", "l"))


@pytest.mark.parametrize("text", ["Bea does the rota", "Bea is fixing the till", "Bea picks up the cake"])
def test_a_box_makes_a_task_of_a_report(text: str) -> None:
    """The same words without a box may say what is done anyway; what is known of them says nothing of the other."""
    plain, known = extraction(text), dict[str, Detail]()
    title, task = plain.sentences[0]
    boxed = replace(plain, sentences=((title, replace(task, stated="box")),))
    owners = [with_details(source, known=known).tasks[0].owner for source in (plain, boxed, plain)]
    assert owners == [None, "Bea", None]


def test_what_is_known_of_a_text_is_not_looked_for_again() -> None:
    known = {"call Ana by Fri": Detail(owner="Zoe", owner_span=(1, 2))}
    found = with_details(extraction("call Ruth", "call Ana by Fri"), known=known)
    assert [(task.owner, task.detail.owner_span) for task in found.tasks] == [(None, None), ("Zoe", (5, 6))]
    assert known["call Ruth"] == Detail()
    assert with_details(found).tasks[1].owner is None


def test_spans_count_the_words_of_the_region() -> None:
    found = with_details(extraction("call Ruth", "Sam: call Ana by Fri"))
    assert found.tasks[0].detail == Detail()
    assert found.tasks[1].detail == Detail("Sam", (4, 5), date(2026, 11, 20), (7, 9))
    value = found.to_json()["tasks"][1]
    assert (value["owner"], value["owner_span"], value["due"], value["due_span"]) == (
        "Sam", [4, 5], "2026-11-20", [7, 9],
    )  # fmt: skip
    assert (found.to_json()["tasks"][0]["owner_span"], found.to_json()["tasks"][0]["due_span"]) == (None, None)


def test_tasks_that_have_other_ids_keep_them_and_their_details() -> None:
    plain = extraction("call Ana by Fri", "call Ana by Fri")
    renamed = Extraction(plain.board, plain.sentences, plain.model, ids={plain.tasks[1].id: "old"})
    found = with_details(renamed)
    assert [task.id for task in found.tasks] == [plain.tasks[0].id, "old"]
    assert [task.detail.due_span for task in found.tasks] == [(4, 6), (8, 10)]


_PARTS = st.sampled_from(
    """
    Sam Ana @Sam Sam: (Sam) [Sam] -> - , & and to please call the bank by on due until before Fri Friday Monday (Fri)
    12/3 3.12. 2026-12-03 Dec 3 3rd of December tomorrow EOD end of month next week this in 2 days 3 pm @ 5pm noon May
    Will Mark: every since Dr. M. ſat frı ٣/٤ 99/99 31/12 24/7 0/0 20th midnight 00:00 at
    JK J.K. O'Neil 王芳 [infra] #a pls will week from now latest hour within half an mid-March room EOM ? |
    " "Sam Fri" ' „ “ ” « » Owner: Assigned day after @SUM(A1) : 10 be
    """.split()
)


@pytest.mark.fuzz
@settings(max_examples=600, deadline=None)
@given(
    st.lists(st.one_of(_PARTS, _PARTS, words), max_size=10), st.booleans(), st.sampled_from([(), ("Ana", "the bank")])
)
def test_nothing_is_invented(task: list[str], day_first: bool, people: tuple[str, ...]) -> None:
    context = DetailContext(now=NOW, locale="en" if day_first else "en-US", people=people)
    found = task_detail(task, context)
    assert found == task_detail(tuple(task), context)
    for value, span in ((found.owner, found.owner_span), (found.due, found.due_span)):
        assert (value is None) == (span is None)
        assert span is None or 0 <= span[0] < span[1] <= len(task)
    if found.owner and found.owner_span:
        said = " ".join(task[slice(*found.owner_span)]).casefold()
        assert all(name.casefold() in said for name in found.owner.split(", "))
    if found.due_text:
        assert date.fromisoformat(found.due_text[:10])
        assert len(found.due_text) in (10, 16)


@pytest.mark.parametrize("zone", ["UTC", "America/Los_Angeles", "Pacific/Kiritimati"])
def test_zones_do_not_matter(zone: str) -> None:
    code = (
        "from datetime import datetime; from inkslate.details import DetailContext, task_detail\n"
        "context = DetailContext(now=datetime(2026, 11, 18, 23, 30))\n"
        "for task in ('call tomorrow 3 pm', 'call 3 pm', 'call by Fri', 'call today', 'call in 2 days', 'pay 3 Dec'):\n"
        "    print(task_detail(task.split(), context).due_text)"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], env=os.environ | {"TZ": zone}, capture_output=True, text=True
    )
    assert done.stdout.split() == [
        "2026-11-19T15:00", "2026-11-19T15:00", "2026-11-20", "2026-11-18", "2026-11-20", "2026-12-03",
    ]  # fmt: skip


def test_a_zone_of_now_is_left_out() -> None:
    aware = NOW.replace(tzinfo=timezone(timedelta(hours=13)))
    assert detail("call today", now=aware) == detail("call today")


@pytest.mark.parametrize(
    ("now", "text", "due"),
    [
        ("2026-01-31T23:30", "call by 6pm", "2026-02-01T18:00"),  # over for today
        ("2026-01-31T23:30", "call by 23:30", "2026-01-31T23:30"),
        ("2028-02-29T12:30", "call by 9am", "2028-03-01T09:00"),
        ("2026-01-31T09:00", "call in a month", "2026-02-28"),
        ("2026-12-31T09:00", "call tomorrow", "2027-01-01"),
        ("2026-03-01T09:00", "call on 29 February", "2028-02-29"),
        ("2026-11-18T09:00", "call by 31 April", None),
        ("2026-11-18T09:00", "call by Wed", "2026-11-25"),  # never today
        ("2026-11-18T09:00", "call by 17 Nov", "2027-11-17"),
    ],
)
def test_days_at_the_ends_of_months_and_years(now: str, text: str, due: str | None) -> None:
    assert detail(text, now=datetime.fromisoformat(now)).due_text == due


def test_ten_thousand_tasks_take_seconds() -> None:
    tasks = [text for text, *_ in [*OWNERS, *DUES, *BOTH]] + NOTHING
    many = extraction(*(tasks[number % len(tasks)] for number in range(10_000)))
    found = with_details(many)
    assert sum(task.due is not None for task in found.tasks) > 1000


@pytest.mark.parametrize(
    "unit", ["@Sam ", "Sam, ", "Fri ", "if by Fri ", "by 12/3 and ", "(", "Sam and ", "- ", "every "]
)
def test_a_monstrous_task_takes_no_time(unit: str) -> None:
    assert detail(unit * 200_000) == detail("call")  # nothing is known of it
    detail(unit * (1_990 // len(unit)))


@pytest.mark.parametrize("text", ["Call Dr. Friday about the results", "Meet Prof. Monday", "report not due Friday"])
def test_people_named_like_days_and_days_that_are_none(text: str) -> None:
    assert detail(text).due is None


def test_the_grammar_takes_its_words_from_a_locale() -> None:
    weekday = whole_words(r"(?P<which>)(?P<weekday>montag|freitag)(?P<week>)")
    german = replace(
        ENGLISH,
        days=replace(
            ENGLISH.days,
            forms=FormTable((Form("weekday", "mon fre", weekday),)),
            weekdays={"mon": 0, "fre": 4},
            cue=Form("cue", "bis @", re.compile(r"(bis)\s+|(@)")),
            trigger=weekday,
        ),
        due=replace(ENGLISH.due, deadline_cues=frozenset({"bis"})),
    )
    due = find_due("Ruth anrufen bis Freitag", Calendar(NOW, day_first=True), german)
    assert due == FoundDue(date(2026, 11, 20), 13, 24)
    assert find_due("call Ruth by Friday", Calendar(NOW, day_first=True), german) is None
