"""English phrases that give work to somebody, and names that are words in lower case."""

from __future__ import annotations

from inkslate.details.locale import phrases_of
from inkslate.details.locales.en_words import VERBS

# Before a name and a task: "Delegated to Sam: call the bank", "Over to Sam to call the bank".
GIVEN_FIRST = phrases_of(
    """
    assigned to, reassigned to, allocated to, delegated to, assign to, over to, down to, up to, it's on, it is on
    it's up to, it is up to, it's down to, tbd by, to be done by, fao, attn, for action by, action by, with action on
    """
)
# Before a name that ends the task: "boiler repair delegated to Sam".
GIVEN_LAST = phrases_of(
    """
    assigned to, reassigned to, re-assigned to, allocated to, delegated to, falls to, is down to, is up to
    sits with, lies with, rests with, owned by, led by, to be led by, for action by, action by, action on
    being handled by, is handled by, will be handled by, to be handled by, to be done by
    """
)
# Behind a name, before a verb: "Sam is supposed to call the bank".
BOUND = phrases_of(
    """
    is supposed to, are supposed to, is expected to, are expected to, is meant to, are meant to, was asked to
    were asked to, has been asked to, have been asked to, is asked to, was told to, has been told to, was tasked to
    plans to, plan to, is planning to, are planning to, agrees to, offers to, promises to, volunteers to
    undertakes to, undertook to, has undertaken to, has committed to, commits to, is committed to
    took the action to, takes the action to, took an action to, has the action to, has an action to, has action to
    took on the job to, gonna, is gonna, are gonna, gotta, has gotta, has got to, have got to, needs 2, has yet to
    is yet to, had better, better, must not forget to, mustn't forget to, should not forget to, shouldn't forget to
    """
    + ",".join(
        f"{said} {who} {will}"
        for said in ("agreed", "confirmed", "promised", "said", "says")
        for who in ("he", "she", "they", "that he", "that she", "that they")
        for will in ("will", "would", "'ll")
    )
)
# Behind a name and a comma or a dash: "Sam, don't forget to call the bank".
ASKING = phrases_of(
    """
    are you able to, would you be able to, remember to, please remember to, don't forget to, dont forget to
    do not forget to, please don't forget to, it's your turn to, it is your turn to, your turn to
    any chance you can, any chance you could, it would be great if you could, can i ask you to, may i ask you to
    when you can, when you get a chance, when you have a chance, when you get a minute, when you have a minute
    when you get a moment, when you have a moment, when you have time, if you get a chance, if you have time
    """
)
# Behind a name that ends the task: "Broken heater: Sam is on it".
SETTLED = phrases_of(
    """
    is on it, are on it, is on this, on it, is handling it, are handling it, is handling this
    is sorting it, is sorting it out, is sorting this, is sorting this out, is dealing with it, is dealing with this
    is taking care of it, is taking care of this, is looking into it, is looking into this, is looking at it
    is taking this, is taking it, is taking this one, is taking this on, is taking it on, takes this, takes it
    takes this one, has this, has got this, has got this one, got this
    got this one, has this covered, has it covered, has got it covered, owns it, owns this, owns this one
    handles it, handles this, deals with it
    is following up, is chasing it, is chasing this, is leading on this, leads on this
    is the owner, is owner, is picking it up, is picking this up, picks it up, picks this up
    will pick this up, will pick it up, to pick it up, to pick this up, will take this, will take it
    to take this, to take it, to follow up, will follow up, to investigate, will investigate, is doing it
    is doing this
    """
)
# Behind a name, before what somebody is in charge of: "Sam is responsible for the music".
IN_CHARGE = phrases_of(
    """
    is in charge of, are in charge of, in charge of, is responsible for, are responsible for, responsible for
    is accountable for, takes care of, take care of, is taking care of, are taking care of, looks after
    is looking after, are looking after, is dealing with, are dealing with, deals with, is looking into
    are looking into, is following up, are following up, is sorting out, are sorting out, volunteered for
    has volunteered for, have volunteered for, is down for, are down for, is on the hook for, owns the
    owns this, is lead on, is the lead on, is the lead for, is lead for, is the owner of, is owner of
    is tasked with, was tasked with, has been tasked with, is charged with
    """
)
# As those, but only before an article: "Sam handles the invoices", "Sam is handling the invoices".
TAKES = phrases_of(
    """
    handles, brings, takes over, is taking over, organises, organizes, covers, is handling, are handling, is covering
    are covering, is leading on, is hosting, are hosting, is picking up, are picking up, is chasing, are chasing
    is supplying, is providing, are providing, is chairing, is fetching, are fetching, is sorting, are sorting
    """
)
# Verbs with more words in "Can Sam …?".
FAVOUR_PHRASES = phrases_of(
    """
    look at, look into, take a look at, have a look at, have a look into, follow up, speak to, talk to, deal with
    get in touch with, take care of, sort out, chase up, put together, find out, check with, check if, check whether
    check that, make sure, reach out to, liaise with, fill in, hand out, set up, help with, report back, write up
    write to, reply to, respond to, double check, take over, sign for, sign off, lock up, drop off
    get back to, let us know, give us, get us
    """
)
# What departments do with a preposition: "Secretary to write to the council".
VERB_PAIRS = phrases_of(
    """
    write to, report to, report on, look at, look into, deal with, speak to, talk to, speak with, talk with, decide on
    check with, check if, check whether, agree on, respond to, reply to, work with, work on, liaise with, meet with
    advise on, follow up, report back, apply for, consult with, comment on, arrange for, search for, call for
    """
)
# What somebody does for all: "Winnie on dishes tonight".
DUTIES = frozenset(
    """
    bar barbecue bbq bins bookings breakfast cakes catering chairs childcare clean-up cleaning cleanup coats
    coffee cooking costumes decorations dessert dishes door drinks driving entertainment flowers food
    invitations invites kitchen laundry lighting lights logistics lunch minutes music note-taking notes parking
    photography photos playlist posters props publicity raffle refreshments registration salad salads scoring
    seating security shopping slides snacks sound tables tea teas tickets timekeeping transport washing-up welcome
    """.split()
)
# What is done to things alone: "Replace the bulb: Sam".
THING_VERBS = frozenset(
    """
    bleed clean declutter defrost degrease descale disinfect dust empty fix grease hoover insulate iron lubricate
    mend mop mow mulch oil paint polish prune rake refill regrout repaint repair replace repot rewire sand scrub
    service sharpen sweep tidy tighten unblock unclog unjam vacuum varnish wash water weed wipe
    """.split()
)
# What may be done to people: the name behind a comma may be one of them.
PEOPLE_VERBS = frozenset(
    """
    add appoint bathe bring choose coach collect congratulate copy cut drop elect enlist enrol enroll feed fetch
    find forward get give grab greet hire include inform interview introduce invite join keep list mentor name
    nominate notify order pay pick play recruit register remove schedule select serve share show sing sponsor tag
    take teach train treat try use wake walk warn watch wear welcome
    """.split()
)
# What has a month, which is no person then: "order the calendar (June)", "move the launch -> April".
DATED = frozenset(
    """
    accounts agenda agm anniversary annual appointment bill bills birthday board book booking budget calendar camp
    bring bulbs campaign chapter class conference course deadline defer delay delivery edition election event exam
    exams exhibition expenses extend fair festival figures flight flights forecast gig harvest hike holiday holidays
    hotel invoice invoices issue launch lease magazine meeting minutes month monthly mot move newsletter numbers party
    payment payments payroll payslip plan planner plant postpone push quarter release renew renewal rent report
    reports reschedule retreat return review rota salaries salary sale sales schedule season seeds shift sow sprint
    start statement subscription summary targets tax taxes term timesheet timesheets tour trip update vacation vat
    visit wage wages wedding workshop
    """.split()
)
# First words of what somebody says, or of what is said of somebody, behind a colon.
REMARKS = frozenset(
    """
    a absent agreed agrees also always am and any are asked asks at away back been birthday born busy but can coming
    did does done feels for from gone good great had happy has hates he her here hi his how i i'd i'll i'm i've ill
    in is it it's just knows late left likes loves maybe me my never new nice no not off ok okay old on our out phone
    present really said says she should sick so sorry sure tel thanks that that's the there they thinks this to
    too very wants was we well were what when where which who why will with working yeah yes yesterday you your
    """.split()
)
_ROUTINE = """
    arrange bake book bring check clean collect cook do draft drive fetch fix handle hoover iron make mend mop mow order
    organise organize paint pick prepare print prune repair replace run scan set sort sweep take tidy update wash water
    weed write descale empty
    """.split()
# What somebody does, where a box says that it is still to be done.
DOES = frozenset(f"{verb}es" if verb.endswith(("sh", "x", "o")) else f"{verb}s" for verb in _ROUTINE) - {
    "emptys",
    "tidys",
}
DOES |= {"carries", "empties", "tidies"}
# Somebody who gets or says something by a day need not do anything about it.
_HAPPENS = frozenset(
    "be become begin get go have keep learn leave obtain prove receive recover save say see think".split()
)


def _third_person(verb: str) -> str:
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("ch", "o", "s", "sh", "x", "z")) else f"{verb}s"


DOES_ON_DAY = frozenset(map(_third_person, VERBS - _HAPPENS)) | DOES
_DOUBLED = frozenset("mop run set".split())
IS_DOING = frozenset(f"{verb.removesuffix('e')}{verb[-1] if verb in _DOUBLED else ''}ing" for verb in _ROUTINE)
# Given names that are words, tools or units where they have no capital.
UNCERTAIN_IN_LOWER_CASE = frozenset(
    """
    abi ada aida alba ally alma ama anas ante anu aria aurora axel bert bilge blaise bram britt bruno cael carmen
    carol celeste chad chang chuck clark claude clement cliff cody cora cosmo curtis dace dai dante dara dean deb
    des dexter dina dirk don dora dot drew duane dung ebony eddy elan elif emery emin ensign esther falk fang faye
    felicity fleur flora fran franco frank gabriel gemma gil guido gus hal hala han hana hank hari harris haru hazel
    heather hero holly houda hugo hui hung huw ido ina inas isa isla ivar ivo jack jade jai jake jan jasmine jasper
    jay jean jed jenny jerry jesus jin jing jude jules julia jun kai kara kat kay kaya ken kiki kit kitty lana lara
    lea lee leo lev levi lia lien lila lily lin lina linda ling lino linus lise liv lola lora lori lotta lotte lou
    louis lulu luna luz maha mai malik mandy manu mara marcel margarita mari maria marina mario marten martin mason
    matt maud max maxim maya mei mel mia mica mick mickey miki milo milton mimi mina mindy ming mira miranda miri
    mitch moe mona morgan moses muna myra myrtle nan nat ned nell nelson nick nicky nico nika nino noel nola norma
    nour nova obi odile ola ole oli olu oscar otto paddy paige pam pascal pat patty pelle penelope pepe perry
    petunia pia pilar pim polly prudence quan quincy quinn rae raj raja rama rana randy rasa ray regina remi remy
    ren rena renan rene rex reza rhea ria rick rima rina ringo rio rita rob robin rocco rod roger roman romy ron ros
    rosa rosario ross rowan roy rudi rudy rufus rui rula rune russ sai sal sally salome sam samba samson sander saul
    scott selena serge seth shan shelby shelley shelly sherry shir shiva sho shu sid signe silas sina siri siv
    solomon sonny soo spencer stan stef stella sten stevie stu sue sultan suman sumo sybil tal tanner tara taro
    taylor ted teddy tess thea thi tian tiffany tina tobi toby todd tomo toni tony tore tova tove tracy travis trent
    tricia trina trip tuan tyler uma unity uri urs ursel val valentine valery veer vera verity veronica vik viola
    violet wade walker walt wanda wang warren wei wen wim winnie wren xin yan yang yaw yen yuan yui yun zac zara zhi
    zhu zia zola
    """.split()
)
