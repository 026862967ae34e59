"""Short notes of real form, by kind, each with the tasks that it has.

The labels follow docs/annotation.md. Whoever wrote these notes had read the guide but not the corpus, and no model is
trained on them. A task is the text of its sentence without the bullet or box in front; everything else in a note is no
task.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Note(NamedTuple):
    """A note as it was typed, and its tasks in reading order."""

    text: str
    tasks: tuple[str, ...] = ()


NOTES: Mapping[str, Sequence[Note]] = {
    "status lines": [
        Note("build is green again, waiting on IT for the new cert"),
        Note("Status 3/14\nmigration about 80% done\nno word from the vendor yet\nnumbers look better than last week"),
        # The locker list is a report of work under way; the slips have a day.
        Note(
            "Week 6\nreport card comments are in, printing is delayed\nAsh is still sorting the locker list\n"
            "send the late slips to the front office by Thu",
            ("send the late slips to the front office by Thu",),
        ),
        Note(
            "All quiet over the weekend, two tickets, both closed.\nPhones were down Sunday from 2 to 3.",
        ),
    ],
    "blockers": [
        Note("Blockers: midterms"),
        Note("Blocked by purchasing, PO not signed yet"),
        Note(
            "Today\n- finish the grade export\n- call the copier company\nBlockers\n"
            "- no access to the student database",
            ("finish the grade export", "call the copier company"),
        ),
        # A label with its content on the same line is one sentence.
        Note(
            "Yesterday: fixed the sign-in bug\nToday: write tests for sign-in\nBlockers: none",
            ("Today: write tests for sign-in",),
        ),
    ],
    "speakers and owners": [
        Note("Denise: the new vendor is cheaper but slower"),
        Note("Denise: send the vendor list to Raj", ("Denise: send the vendor list to Raj",)),
        Note("Raj - floor plan by Fri", ("Raj - floor plan by Fri",)),
        Note(
            "Minutes\nKaren: parking was a mess again\nLuis: most parents liked the early start\n"
            "Karen: please ask the city about the side lot",
            ("Karen: please ask the city about the side lot",),
        ),
    ],
    "done lists": [
        # The heading turns an item that reads like an order.
        Note("Done\n- set up the sign-in sheet\n- emailed the coaches\n- return the rented chairs"),
        Note("Finished this week:\nquarterly deck\nexpense reports for March\nnew hire paperwork"),
        Note(
            "order toner - done\nbook the conference room - done\nrenew the parking permits",
            ("renew the parking permits",),
        ),
        Note(
            "Last week\n- cleaned out the supply closet\n- turned in the grant form\n\n"
            "This week\n- label the shelves\n- order more folders",
            ("label the shelves", "order more folders"),
        ),
    ],
    "requirements": [
        Note(
            "Requirements for the sign-up form\nThe form must accept accents and hyphens in last names.\n"
            "It should not time out before 30 minutes."
        ),
        Note("Requirements\n- must run on the old Chromebooks\n- login with district account\n- export to csv"),
        Note("Bike rack specs\nmust hold 20 bikes\npowder coated, black\nbolts below grade"),
        Note(
            "Science fair board, rules\ntitle readable from six feet\nsources in the lower right corner\n\n"
            "To do\nbuy the tri-fold board",
            ("buy the tri-fold board",),
        ),
    ],
    "lecture lines": [
        Note("Let x be the number of trials.\nThen the mean is np."),
        Note(
            "Recall that demand curves slope down.\nNote: compare with chapter 3, figure 2.\n"
            "Shift vs. movement along the curve"
        ),
        Note("Proof: assume the set is finite. Take the largest element and add one. Contradiction."),
        Note(
            "Bio 101, Tue\nosmosis = water across a membrane\nConsider a cell in salt water: it shrinks\n"
            "read ch. 5 before Thursday's quiz",
            ("read ch. 5 before Thursday's quiz",),
        ),
    ],
    "wish lists and ideas": [
        Note("Gift ideas for Mom\n- slippers\n- a class at the pottery place\n- get her a bird feeder"),
        Note("Someday\nlearn to weld\nsee the Grand Canyon\nplay the banjo"),
        Note("Ideas for spirit week\npajama day\nmaybe a lip sync contest\nteachers vs. seniors kickball"),
        Note("would be nice to have a second monitor\na quieter fan too"),
    ],
    "attendance, names and dates": [
        Note("PTA board meeting\nOctober 9\nPresent: Joan, Terrence, Mrs. Alvarez\nAbsent: Bill"),
        Note("Tues 4/22\nTanya\nGreg (late)\nPriya on Zoom\nnext meeting 5/6"),
        Note(
            "Sept 12\n\nAttendees\nDr. Webb\nHolly P.\nJerome\n\nHolly will print the handouts",
            ("Holly will print the handouts",),
        ),
        Note("Coach Daniels\n(555) 014-2236\nroom 118, after 3"),
    ],
    "agenda points": [
        Note("Agenda\n1. Approve last month's minutes\n2. Budget update\n3. Discuss the dress code"),
        Note(
            "Staff meeting agenda\n- welcome new staff\n- review fire drill\n- bus duty\n\nKim to bring the bus roster",
            ("Kim to bring the bus roster",),
        ),
        Note("Agenda for the 1:1\n- raise\n- conference in May\n- how the intern is doing"),
        Note("9:00 intro\n9:20 walk through the numbers\n10:00 break\n10:15 vote on the logo"),
    ],
    "follow-ups below an empty line": [
        Note(
            "Follow-ups\n\n- badge for the new sub\n- Wi-Fi password for guests",
            ("badge for the new sub", "Wi-Fi password for guests"),
        ),
        Note(
            "Action items:\n\nAngela: quote from the caterer\nsend out the survey again",
            ("Angela: quote from the caterer", "send out the survey again"),
        ),
        Note(
            "# Next steps\n\n1. Clean up the spreadsheet\n2. Share it with the regional office",
            ("Clean up the spreadsheet", "Share it with the regional office"),
        ),
        Note(
            "Call with Baxter\nThey like the new layout.\n\nFollow up\n\n- revised invoice\n- ask about the June dates",
            ("revised invoice", "ask about the June dates"),
        ),
    ],
    "shopping lists": [
        Note(
            "Groceries\n- paper towels\n- dog food\n- rotisserie chicken",
            ("paper towels", "dog food", "rotisserie chicken"),
        ),
        Note("Need from Staples:\nred pens\nindex cards\nposter board", ("red pens", "index cards", "poster board")),
        Note("Shopping\n\nhamburger buns\nketchup\nice", ("hamburger buns", "ketchup", "ice")),
        Note(
            "Pick up at the hardware store\n- furnace filter 16x20\n- AA batteries\n\nthey close at 6",
            ("furnace filter 16x20", "AA batteries"),
        ),
    ],
    "how-to steps": [
        Note(
            "How to reset the copier\n1. Open the front panel\n2. Hold the green button for 5 seconds\n"
            "3. Close the panel"
        ),
        Note("Chili\nbrown the beef\nadd two cans of beans\nsimmer an hour"),
        Note("To submit time off: log in, click Requests, pick the dates, hit Send."),
        Note(
            "Opening the gym, every morning\n- turn off the alarm within 30 seconds\n- unlock the side doors\n"
            "- lights are behind the stage"
        ),
    ],
    "questions": [
        Note("who has the key to the trophy case?"),
        Note("Do we still get a discount after June?\nIs the deposit refundable?"),
        # Asking is the task.
        Note(
            "Ask the landlord\n- when does the lease end?\n- who pays for the water heater?",
            ("when does the lease end?", "who pays for the water heater?"),
        ),
        # A question as a request.
        Note(
            "Can you drop off the permission slips at the office?",
            ("Can you drop off the permission slips at the office?",),
        ),
    ],
    "open and ticked boxes": [
        Note(
            "[x] turn in W-4\n[ ] sign up for direct deposit\n[ ] parking tag",
            ("sign up for direct deposit", "parking tag"),
        ),
        Note("- [x] book the bus\n- [x] collect permission slips\n- [ ] sack lunches for 24", ("sack lunches for 24",)),
        # An open box makes a task anywhere; without it, a wish.
        Note("Someday\n[ ] repaint the porch\nbuild a tree house", ("repaint the porch",)),
        Note("☑ flu shot\n☐ refill prescription\n☐ dentist", ("refill prescription", "dentist")),
    ],
    "quotes": [
        Note('"Show up early and stay late." - Coach Reed'),
        Note('"Ask not what your country can do for you"\nJFK, inaugural address'),
        Note('Quote for the yearbook page:\n"Be the change you wish to see."'),
        Note('Principal said "keep the doors shut" about six times'),
    ],
    "feature descriptions": [
        Note("Features\n- sort by date or name\n- share a list with one tap\n- dark mode"),
        Note("The app reminds you when a book is due.\nYou can renew it from the home screen."),
        Note("Player picks a card, then rolls.\nHigh roll wins the round.\nThree wins end the game."),
        Note(
            "New badge system\ndoors open with phone or card\nvisitors get a QR code at the front desk\n"
            "logs every entry"
        ),
    ],
    "somebody to do it, and what is still missing": [
        Note("Brenda to order name tags", ("Brenda to order name tags",)),
        Note(
            "Open items\nstill missing: two signatures from the Hendersons\nstill missing: photo for page 4",
            ("still missing: two signatures from the Hendersons", "still missing: photo for page 4"),
        ),
        Note(
            "front office to mail transcripts by 5/30\nTodd to double check addresses",
            ("front office to mail transcripts by 5/30", "Todd to double check addresses"),
        ),
        Note(
            "Left to do for the bake sale\n- cash box still missing\n- Gwen to make signs\n- tablecloths",
            ("cash box still missing", "Gwen to make signs", "tablecloths"),
        ),
    ],
    "tasks inside of prose": [
        Note(
            "Lunch with Carol was good. She knows the people at the lodge. "
            "I need to send her the headcount by Wednesday. The fish was great.",
            ("I need to send her the headcount by Wednesday.",),
        ),
        Note(
            "The toner ran out again during finals. Please order two this time, not one.",
            ("Please order two this time, not one.",),
        ),
        Note(
            "Talked to Mr. Ortiz after class, he is fine with a late lab. Turn it in Monday before first period. "
            "The rubric is online.",
            ("Turn it in Monday before first period.",),
        ),
        Note(
            "Great turnout Saturday, close to 90 people. We still have to return the folding chairs to the church. "
            "Raffle made $412.",
            ("We still have to return the folding chairs to the church.",),
        ),
    ],
}
