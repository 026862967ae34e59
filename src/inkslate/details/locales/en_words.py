"""Long lists of English words: verbs, words that are not names although they are capitalised, names that are words."""

from __future__ import annotations

# What a task asks somebody to do. Many are nouns too, so a verb alone proves nothing.
VERBS = frozenset(
    """
    accept account achieve acknowledge act adapt add address adjust adopt advertise advise agree align allocate
    amend analyse analyze announce answer apologise apologize appeal apply appoint approach approve archive arrange
    ask assemble assess assign assist attach attend audit automate avoid back backup bake be become begin bill block
    book borrow brainstorm break brief bring brush budget build bump buy calculate calibrate call cancel capture
    care carry cater celebrate change charge chase chat check choose circle circulate clarify clean clear climb
    close coach code collate collect combine come comment commission communicate compare compile complete compose
    conduct configure confirm connect consider consolidate consult contact continue contribute convert convince cook
    coordinate copy correct count cover create cut deal debug decide declare decline declutter decorate define
    defrost delegate delete deliver demo deploy describe design destroy determine develop dig digest disable discuss
    dispatch display distribute do document donate double-check download draft draw drive drop dry dust e-mail edit
    educate email empty enable engage enrol enroll ensure enter escalate establish estimate evaluate examine
    exchange execute expand expedite explain explore export extend fax feed fetch figure file fill finalise finalize
    find finish fit fix fold follow followup forward free freeze gather generate get give go grab greet group grow
    hand handle hang have help hire hold hoover host identify implement import improve include inform initiate
    inquire insert inspect install integrate interview introduce investigate invite invoice iron issue join keep
    kick label launch lay lead learn leave lend let liaise lift light link list listen load locate lock log look
    lower mail maintain make manage mark measure meet mend merge message migrate mind mix modify monitor mop move
    mow negotiate nominate note notify nudge obtain offer onboard open optimise optimize order organise organize
    outline oversee own pack paint paper park pass patch pay perform phone photograph pick pilot ping place plan
    plant plug point polish post practice practise prep prepare present press print prioritise prioritize process
    procure produce program promote proof proofread propose protect prototype provide publish pull purchase push put
    query quote raise reach read rebase rebook rebuild recap receive recheck recommend reconcile record recruit
    recycle redesign redo redraft reduce refactor refer refill refine reformat register rehearse reinstall release
    relocate remake remind remove rename renegotiate renew rent reorder repair repeat replace reply report represent
    reprint request reschedule research resend reserve reset resize resolve respond restart restock restore resubmit
    retest return revert review revise rework rewrite ring roll rotate run save say scan schedule scope scrub search
    secure see select sell send serve set settle setup sew share sharpen ship shop shortlist show shut sign simplify
    sit sketch smoke solve sort source speak specify spend split sponsor spread stage start stay stock stop store
    strip study submit suggest summarise summarize supervise supply support survey swap sweep switch sync
    synchronise synchronize take talk tell test text thank think throw tidy touch trace track train transcribe
    transfer translate transport treat triage trim try turn type unblock undo unlock unpack unsubscribe update
    upgrade upload use vacuum validate verify visit volunteer wait wake walk warn wash watch water wear weed weigh
    wipe wire wireframe withdraw work workshop wrap write
    """.split()
)
# Where people and things are taken: "Max to vet" does not give Max a task.
DESTINATIONS = frozenset(
    """
    airport bank bath bathroom bed camp church class clinic college court creche daycare dentist dinner doctor doctors
    garage grandma grandpa gym home hospital hotel kindergarten lunch market mom moms mum nursery office park party
    playgroup pool post practice preschool school shop soccer station store swimming them town train uni university
    vet vets work
    """.split()
)
# Labels, first words, groups, tools and things: capitalised at the start of many notes, but not names of people.
COMMON = (
    VERBS
    | DESTINATIONS
    | frozenset(
        """
        a about above access accounts action actions actually admin after afternoon agenda ah ai ain't aldi all almost
        already alright also always am amazon amsterdam an and android answers any anybody anyone anything anyway api
        app apple apps are article as asana asap asda at athens atlanta attention auth available awesome backend
        background backlog bad bangalore bar barcelona because before beijing below berlin best bestbuy better between
        beyond big blocked blocker board body bonus boss boston both breakfast brother brussels budapest bug bugs bus
        business but by cafe cairo can cannot canteen car case cash channel chapter chart checklist checkout cheers
        chicago child children client clients cloud club co coffee com committee common community company computer
        concern conference congrats contract contractor cool copenhagen corner cost costco costs could council course
        cousin crew critical customer customers cvs dad daily dashboard data database date daughter day days deadline
        dear decision deck delhi delivery demo department desk detail details detroit dev developer developers dinner
        director directors doc docs done down draft drinks driver dropbox dubai dublin due each early east edinburgh
        editor either else end engineering english entrance entry errand errands error errors estimate europe evening
        event events every everybody everyone everything exam example exams excel expense extra facebook family father
        feature features feedback few figma final finally finance first five flight floor folks food for formal four
        france friday friend friends from front frontend fun furniture fyi game garden gate general geneva germany
        gift girls github glasgow gmail goal goals good goods google gosh great groceries grocery ground groups growth
        guest guests guys had half hall hamburg he head headline headquarters health heating hello helsinki her here
        hey hi him hiring his history hmm holiday home homework hour house household how however hq hr i i'd i'll i'm
        idea ideas if ikea image images important in inbox infra input inputs instagram instead insurance internet
        into intranet invoices ios ireland is istanbul it it's italy item items its japan jira jobs johannesburg just
        kid kids kitchen lab ladies lagos last late later laundry law lawyer left legal less lesson letter letters
        library lidl life like line linkedin links linux lisbon little liverpool living location lol long lot low lyon
        m mac machine madrid main management manager managers manchester many map marketing master material materials
        maybe me meal medical medium meeting meetings melbourne member members memo menu menus miami microsoft middle
        minutes misc miscellaneous mobile mom money month monthly months montreal more morning moscow most mother much
        mum mumbai munich music must my myself nairobi name names naples near need needed needs netflix network never
        new news newsletter next nice night no nobody none noon nope north notes nothing notion now number numbers nyc
        of off office oh ok okay old on once one onedrive online only op ops option options or oslo other others
        ottawa ouch our ours out outlook over owner owners oxford p1 p2 p3 package packages page pages panel paperwork
        parent parents part partner parts past patient paypal pending people per perfect perhaps permission person
        personal phase photo photos picture pictures plan plans please pls plumber policy pool portland porto possible
        postgres powerpoint prague price pricing printer priority private probably problem problems product production
        project projects proposal public purpose python qa quality quarter question questions quick quickly rate re
        ready really reason receipt receipts reception red reference regarding regular reminder reminders rent reports
        requirement requirements resource resources response result results retail return right risk risks road rome
        room rooms rule rules safeway sales salesforce same scanner school script season seattle second secretary
        section security self senior seoul server service session several shall shanghai sharepoint she shopping short
        should side since singapore sister site size slack slide slides small so social software some somebody someone
        something sometime somewhere son soon sorry south space spain speaker spec special specs sports spotify sprint
        staff stage standup starbucks state status step steps still stockholm story strategy street student students
        stuff style subject such summary sunday sure system systems table target task tasks tax taxes tbc tbd teacher
        teachers team teams tech template templates ten tenant tentative term terms tesco texas thanks that the their
        them then there these they thing things third this those though three ticket tickets time times tip title to
        today todo together tokyo tomorrow tonight too tool tools top topic topics toronto total tour toward trello
        trip truck twitter two uber ugh ui uk under unit unless until up updates upstairs urgent us usa user users
        usual ux vacation van vancouver vendor vendors venue version very via video vip visa visitor visitors
        volunteers vs waiting waitrose walgreens wall walmart warning warsaw was washington way we weather web website
        wedding week weekend weekly weeks weird welcome well were west what whatsapp when where whether which while
        white who whole why wife will window windows with within without won't word words workers world worst would
        wow yard yeah year years yep yes yesterday yet you young your yours yourself youtube zone zoom zurich
        """.split()
    )
)
CALENDAR = frozenset(
    """
    apr april aug august christmas cob dec december easter eob eod eom eow eoy feb february fri friday fridays jan
    january jul july jun june mar march may midnight mon monday mondays noon nov november oct october q1 q2 q3 q4 sat
    saturday saturdays sep sept september sun sunday sundays thu thur thurs thursday thursdays tmr tmrw today tomorrow
    tonight tue tues tuesday tuesdays wed wednesday wednesdays weds xmas
    """.split()
)
# "Call the plumber (Joe)": Joe is the plumber, not the owner.
PERSONS = frozenset(
    """
    accountant agent architect assistant aunt barber boss boy boyfriend brother builder carpenter chef child cleaner
    client coach colleague contact contractor cousin customer dad daughter dentist designer developer doctor dog
    electrician employee father friend gardener girl girlfriend grandma grandpa guy husband intern kid landlady
    landlord lawyer man manager mechanic mentor mom mother mum nanny neighbor neighbour nephew niece nurse owner
    painter parent partner patient person plumber rep roommate secretary sister sitter son speaker student supplier
    teacher tenant therapist trainer tutor uncle vendor vet wife woman
    """.split()
)
# A name after one of these is its object, not the owner.
LEADS_TO_OBJECT = frozenset(
    """
    about after against and around ask at before behind beside by call cc contact e-mail email find for from help in
    into invite like meet message near of off on onto or over per phone ping re regarding remind ring see send tell
    text than thank through to toward towards under via visit vs w with without
    """.split()
)
# Before a day without `by` or `on`: the day belongs to something else, to a range or to a name.
OF_ELSEWHERE = frozenset(
    """
    a about above after against alternate an and any around as ash between black blue boxing casual cyber dated each
    easter every except excluding fat first following for fourth freaky from girl good happy holy in including into
    its joe's last lazy less like man more my not of on or other our over palm past per post previous prior re
    regarding ruby second shrove since starting super than that the their these third those throughout to toward under
    vs was were which whit with without your
    """.split()
)
# Things that have numbers like 12/3 or 3.12.
NUMBERED = frozenset(
    """
    account amount apartment apt area article aspect bed bin bldg block book box bp bug build building bus case cell
    ch channel chapter class code column coupe cup did episode exercise exit ext extension factor figure file flat
    flight floor form fraction gate got grade group highway house id invoice issue item lab lane lesson level line
    lines locker lost lot medium mix model module no number odds office order p page pages pain part passage pg
    phase platform po point pr press pressure problem problems quantity question rank rate rated rating ratio
    release revision rm road room route row rule scale score scored seat section series sheet shelf site size slide
    spec stall step stop suite table task terminal ticket time tip track type unit v ver version vol volume ward
    width win won work zone
    """.split()
)
# Names that are verbs, adjectives or nouns too: names only where the form leaves no other reading.
WORDLIKE_NAMES = frozenset(
    """
    angel chase christian daisy dawn eve faith gene glen grace guy hope iris joy lance mark merry miles misty norm
    penny rich rusty sandy skip sterling trinity will woody
    """.split()
)
# Names that are months, things or places too: names only where somebody is addressed.
THINGLIKE_NAMES = frozenset(
    """
    adelaide alexa alexandria april art asia august austin autumn basil bill brook brooke brooklyn bud carter cash
    chance chelsea chester china clay cooper crystal dakota dale dallas denver devon earl eugene florence forest
    georgia ginger grant herb houston hunter india ira israel jackson jade jan jordan jun june justice kent kenya kit
    lane laurel lincoln london lourdes madison major may melody mercedes mercy milan olive orlando page paris parker
    pearl pepper phoenix piper porter reed rose ruby sage santiago savannah scout siena sky star stone summer sydney
    troy valencia vienna viola virginia wade ward york
    """.split()
)
# Of those, the ones that can only be a person before "to" and a verb.
PLACELIKE_NAMES = frozenset(
    """
    austin brooklyn carter chelsea chester cooper dakota dallas denver devon eugene florence georgia houston hunter
    jackson jan jordan jun kent lincoln london lourdes madison milan orlando paris parker phoenix piper santiago
    savannah siena sydney troy virginia
    """.split()
)
TITLES = frozenset("mr mrs ms mx miss dr prof professor frau herr fru sir".split())
