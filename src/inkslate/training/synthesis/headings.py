"""Headings by how they label what is below them, and verbs that begin an imperative."""

from __future__ import annotations

# Noun phrases and imperatives below these are tasks.
TASK_HEADINGS = (
    "To do", "TODO", "To-do list", "to do today", "Things to do", "Still to do", "Left to do", "Action items",
    "Actions", "ACTIONS", "AIs", "Next steps", "next", "Next up", "Follow-ups", "Follow up", "Tasks",
    "Tasks for the week", "My tasks", "Open items", "Open points", "Outstanding", "Must do", "Need to", "I need to",
    "We need to", "Chores", "Errands", "Homework", "hw", "Assignments", "Who does what", "Owners", "Before Friday",
    "By Monday", "For tomorrow", "This week", "Today", "This afternoon", "Tomorrow", "Weekend", "To buy", "Buy",
    "Shopping", "Shopping list", "Groceries", "Get at the shop", "To order", "To get", "To bring", "Bring", "Packing",
    "Packing list", "To pack", "To call", "Calls to make", "To write", "To fix", "Fix list", "Punch list", "Snags",
    "To check", "To clean", "To sign", "To print", "To book", "To ask", "Ask about", "To read", "To study",
    "Reminders", "Remember", "Don't forget", "do not forget", "Goals for the sprint", "Sprint backlog", "Work left",
    "Prep", "To prepare", "Commitments", "Deliverables due", "I will", "Jobs", "Jobs for Saturday", "Requests",
    "Please", "For me", "for you",
)  # fmt: skip
# Noun phrases below these are no tasks.
TOPIC_HEADINGS = (
    "Agenda", "Agenda for today", "Topics", "Topics covered", "Attendees", "Present", "Participants", "Team",
    "Ingredients", "You will need", "Materials", "Equipment", "Menu", "Guests", "Ideas", "Brainstorm", "Options",
    "Themes", "Names we like", "What went well", "Went well", "Liked", "Strengths", "Weaknesses", "Risks", "Pros",
    "Cons", "Facts", "Notes", "Overview", "Summary", "Contents", "Outline", "Chapter 3", "Key terms", "Definitions",
    "Symptoms", "Findings", "Results", "Numbers", "Budget", "Prices", "Inventory", "In stock", "In the box",
    "We have", "Already have", "Questions asked", "Observations", "Saw today", "Favourites", "Films of the year",
    "Kinds", "Examples", "Parts", "Features", "Sponsors", "Timetable", "Line-up", "Track list", "Cast", "Waiting for",
    "Arrived", "Received", "Not doing", "Out of scope", "Parked", "Cancelled", "Wish list of the users",
)  # fmt: skip
# Imperatives below these are instructions or rules, no tasks.
STEP_HEADINGS = (
    "Recipe", "Method", "Directions", "Preparation", "How to make it", "How it works", "How to get there",
    "Getting there", "Way to the hall", "Route", "Instructions", "Set-up", "Setup guide", "Installation",
    "How to install", "Steps to reproduce", "Repro", "Procedure", "Protocol", "Standard procedure", "Manual", "Rules",
    "House rules", "Rules of the game", "How to play", "Game rules", "Lab rules", "Safety", "In case of fire",
    "Emergency", "Guidelines", "Best practices", "Tips", "Tips and tricks", "Advice", "Principles", "Our values",
    "Mottos", "Motto", "Lyrics", "Quotes", "He said", "Exercises", "Warm-up", "Circuit", "Dance steps",
    "Knitting pattern", "Origami", "Buttons", "Menu of the app", "Screen 2", "Commands", "Shortcuts", "First aid",
    "Dos and don'ts", "How to use", "Care label", "For every shift", "Etiquette", "Commandments", "Life advice",
    "Tutorial", "Lesson 4", "Grandma's way", "Sign on the door",
)  # fmt: skip
# Imperatives below these are done.
DONE_HEADINGS = ("Done", "DONE", "Finished", "Completed", "Done yesterday", "Done so far", "Last week", "Yesterday")
# These say nothing about what is below them.
NEUTRAL_HEADINGS = (
    "Notes", "Meeting", "Meeting notes", "Monday", "Tue", "12 March", "Call with Ann", "Project X", "Team sync",
    "Thoughts", "Review", "Kitchen", "Home", "Work", "Trip", "Week 14", "1:1", "Retro", "Journal", "Misc",
)  # fmt: skip

VERBS = frozenset(
    """accept add adjust align announce answer apply approve arrange ask assemble assign attach attend back bake beat
    bend bleed blend boil book borrow bring brush build buy calculate call cancel carry catch change charge check chop
    choose clean clear click climb close collect combine come compare compile complete confirm connect contact continue
    cook copy count cover cross cut decide define delete deliver describe design determine develop dice discuss
    disconnect dissolve distribute divide do draft drain draw drill drink drive drop dry eat email empty enter estimate
    evaluate examine exit explain explore extend fasten feed fetch file fill film filter finalize find finish fix flip
    fold follow forward freeze fry gather get give glue go grab grate grease greet grind hand hang head heat help hold
    hire identify implement improve include inform insert inspect install interview introduce investigate invite iron
    join keep knead know label launch lay lead learn leave let lift light list load lock log look lower mail make mark
    mash measure meet melt mend merge migrate mix move mow negotiate note notify offer open order organise organize
    outline paint park paste pay peel phone pick place plan plant play plug pick-up polish post pour practice practise
    preheat prepare present press print process produce proofread propose prove provide pull purchase push put
    quit raise reach read rebuild receive record recruit reduce refactor register rehearse release remember remind
    remove rename renew rent repair repeat replace reply report request reschedule reserve reset resolve rest restart
    return review revise rewrite ring rinse roast roll rotate run save scan schedule scrape screw scrub search season
    select sell send separate serve set sew shake share sharpen shorten show shuffle shut sign simmer sit sketch skip
    slice smile soak solve sort speak spend spread sprinkle squeeze stack stand start stay stir stop store strain
    stretch study submit sum swap sweep switch take talk tape taste teach tell test thank think throw tidy tie tighten
    toss touch train transfer translate trim try turn type unlock unplug unscrew update upgrade upload use verify visit
    wait walk warm wash watch water wear weigh whisk wind wipe withdraw work wrap write""".split()
)

# Lines above items that are given to them, or belong to them.
NAMES = (
    "Ann", "Bob", "Ruth", "Joe", "Sam", "Priya", "Tomas", "Mei", "Omar", "Lena", "Jo + Kim", "Dr Patel", "Marketing",
    "Legal", "Ops", "Kitchen", "Office", "Garden", "Upstairs", "Car", "School", "The club", "Design team", "Everyone",
)  # fmt: skip
# What stands below an item and says more about it; alone it is nothing to do.
DETAILS = (
    "the blue one", "see page 3", "size 42", "about 40 euros", "two would be enough", "same as last year",
    "opens at nine", "number is on the fridge", "not the cheap ones", "room B12", "was 12.50 in May", "from the market",
    "for the whole team", "roughly an hour", "it is under the stairs", "link in the chat", "second door on the left",
    "only on weekdays", "costs too much", "he knows about it", "version 2.1", "not urgent", "ext. 4417", "with the lid",
    "since Tuesday", "maybe in the shed", "they close at six", "left over from spring", "issue #118", "no reply so far",
)  # fmt: skip
