"""English departments, teams and roles, and what they do."""

from __future__ import annotations

# Departments and officers that act themselves.
ROLES = frozenset(
    """
    bookkeeper bursar caretaker chairman chairperson chairwoman chef co-chair co-chairs co-ordinator committee comms
    compliance coordinator devops director engineering facilities finance groundskeeper groundsman headmaster
    headmistress headteacher helpdesk infosec intern interns janitor legal librarian manager marketing moderator
    moderators nurse on-call operations ops organiser organisers organizer organizers payroll president procurement
    receptionist registrar secretary stewards superintendent supervisor teacher timekeeper treasurer treasury
    trustees vice-chair vice-president warden wardens webmaster
    """.split()
)
# Those that may be a thing or an event too: "Board to approve the budget", but not "Board to cut".
UNCLEAR_ROLES = frozenset(
    """
    accounting accounts admin administration board captain catering chair coach communications design development
    dispatch editor editorial events housekeeping logistics maintenance management membership principal product
    production publicity purchasing reception recruiting recruitment sales security support warehouse
    """.split()
)
# Of those, the ones that are things where they have no capital.
THING_ROLES = frozenset(
    """
    accounts board chair coach communications development editor events membership product production publicity
    """.split()
)
# A topic before a colon or a dash at least as often as who does it.
ROLE_TOPICS = frozenset(
    """
    accounting accounts admin administration board captain catering chair chef coach communications design
    development dispatch editorial events housekeeping logistics maintenance membership nurse pm principal product
    production publicity reception recruiting recruitment security support teacher ux warehouse
    """.split()
)
SHORT_ROLES = frozenset("ceo cfo cio cmo coo cso cto dba hr it pm pmo pta qa sre ux".split())
ROLE_GROUPS = frozenset(
    """
    admin assistant captain chair chef coach committee coordinator crew department dept desk director editor
    engineer lead leader leads manager managers master officer organiser owner rep reps secretary shift squad staff
    subcommittee support team teams technician treasurer
    """.split()
)
OPEN_GROUPS = frozenset("committee coordinator crew department dept squad subcommittee team".split())
ROLE_KINDS = SHORT_ROLES | frozenset(
    """
    account analytics area assistant backend bar building club community content creative customer data day delivery
    deputy design dev development devops duty editorial evening event events field finance floor front frontend
    general ground grounds group growth head health help house infra infrastructure kitchen lab late media
    membership mobile morning network night office on-call parish platform pr press product programme project
    publicity regional release research safety sales school scrum senior service shift shop site social stage
    steering store success team tech technical tour venue vice volunteer warehouse web website welcome welfare youth
    """.split()
)
# Not the kind of a team: "the whole team", "want team to vote".
NO_KINDS = frozenset(
    """
    all allow and another any beg best both bug dear dream each encourage entire every expect force hello hey hi home
    make need needs new next nag old other own pester poke prod prompt red same some that urge want wants which whole
    winning wrong
    """.split()
)
# What they do without an object: "QA to retest", where "HR to discuss" may be about them.
ABSOLUTE_VERBS = frozenset(
    """
    advise answer approve comment confirm countersign decide deploy investigate redeploy reply report rerun resend
    respond retest retry rule sign-off test
    """.split()
)
# What is sent to a department, or asked from it, by somebody else: "Send the form -> HR".
TAKES_AWAY = frozenset(
    """
    ask bring call chase contact copy deliver email escalate fill find forward give hand join mail meet move notify
    pass phone post read remind report return send share speak submit talk tell transfer visit
    """.split()
)
