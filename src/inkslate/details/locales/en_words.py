"""Long lists of English words: verbs, words that are not names although they are capitalised, names that are words."""

from __future__ import annotations

# What a task asks somebody to do. Many are nouns too, so a verb alone proves nothing.
VERBS = frozenset(
    """
    absorb accept account achieve acknowledge acquire act activate adapt add address adjust administer adopt advertise
    advise agree alert align allocate amend analyse analyze annotate announce anonymise anonymize answer apologise
    apologize appeal append apply appoint approach approve archive arrange ask assemble assess assign assist attach
    attend audit autoclave automate avoid back backup bake balance be become begin bill bind bleach bleed blend block
    boil bolt book borrow braid brainstorm break brew brief bring broadcast brush budget build bump bury buy calculate
    calibrate call calm cancel caption capture care carry carve catalogue cater caulk celebrate centrifuge certify
    change charge chase chat check chill choose chop circle circulate cite clamp clarify clean cleanse clear climb
    close coach coat code collate collect combine come comment commission communicate compare compile complete compose
    compost compress compute conduct configure confirm connect consider consolidate construct consult contact continue
    contribute convert convince cook coordinate copy correct count countersign cover create crop crosscheck curate
    customise customize cut deactivate deal debrief debug decant decide declare decline declutter decommission
    decontaminate decorate deduct define defrost degrease deice delegate delete deliver demo demolish deploy deputise
    descale describe design destroy determine develop diagnose dig digest dilute disable disassemble discard
    disconnect discuss disinfect dismantle dispatch display dispose dissect distribute divide do document donate
    double-check download draft drain draw drive drop dry duplicate dust dye e-mail edit educate elect email embed
    embroider empty enable encode encrypt endorse enforce engage engrave enlarge enlist enquire enrol enroll ensure
    enter equip erase escalate escort establish estimate etch evacuate evaluate evict examine exchange execute expand
    expedite explain explore export extend extract facilitate familiarise fasten fax feed fertilise fertilize fetch
    figure file fill fillet finalise finalize find finish fit fix flatten flip flush fold follow followup formulate
    forward free freeze fry fundraise furnish garnish gather generate get give glaze glue go grab grate grease greet
    grind group grout grow hand handle hang harvest haul have help hem hide highlight hire hoist hold hoover host
    identify illustrate implement import improve include incubate inflate inform initiate inoculate inquire insert
    inspect install instruct insulate integrate interpret interview introduce invest investigate invite invoice iron
    issue iterate join judge justify keep kick knead knit label laminate launch lay lead learn leave lend let liaise
    lift light link list listen load locate lock log look lower lubricate mail maintain make manage marinate mark
    measure meet memorise memorize mend mentor merge message migrate mind mix moderate modify monitor mop move mow
    mulch mute nail narrate neaten negotiate nominate notarise notarize note notify nudge observe obtain offer offload
    omit onboard open operate optimise optimize order organise organize outline outsource overhaul oversee own pack
    paint paper park parse pass patch pay peel perform persuade phone photocopy photograph pick pilot ping pipette
    place plan plant plug point polish post pour practice practise preheat prep prepare present press print prioritise
    prioritize process procure produce program promote proof proofread propose protect prototype prove provide prune
    publish pull pump purchase push put quantify quarantine query quote rack raise rake reach read realign rearrange
    reassemble reassign reattach rebase rebook reboot rebuild recalibrate recap receive recharge recheck reclaim
    recommend reconcile reconnect reconvene record recount recover recruit recycle redact redecorate redeem redeploy
    redesign redirect redistribute redo redraft reduce refactor refer refill refine refit reformat refresh refund
    regenerate register reglaze regrout rehang rehearse reheat reimburse reinforce reinstall reject relabel release
    relocate remake remap remeasure remind remove rename render renegotiate renew renovate rent reorder repack repaint
    repair repay repeat rephrase replace replant reply repopulate report reposition repost repot represent reprint
    reprogram request reroute rerun reschedule rescue reseal research resend reserve reset resize resolve respond
    restart restock restore resubmit retake retest retrieve return reupload revert review revise rewire rework rewrite
    ring rinse roast roll rotate run sand sanitise sanitize save say scan schedule scope scrape scrub search secure
    see select sell send serve set settle setup sew shampoo share sharpen shave shelve shift ship shop shortlist
    shovel show shred shut sieve sign simplify sing sit sketch slice smoke smooth soak solder solve sort source sow
    speak specify spend split sponsor spray spread stack stage stamp staple start stay steam steer sterilise sterilize
    stick stir stitch stock stop stow store straighten streamline strengthen strip study submit suggest summarise
    summarize supervise supply support survey swab swap sweep switch sync synchronise synchronize tabulate tackle tag
    take talk tape taste teach tell test text thank thaw think throw tidy tie tighten titrate toggle torque touch tow
    trace track train transcribe transfer translate transplant transport treat triage trim troubleshoot try turn tweak
    type unblock unbox unclog undo uninstall unjam unload unlock unpack unpick unplug unscrew unsubscribe untangle
    unwrap upcycle update upgrade upload use utilise utilize vacuum validate varnish verify visit volunteer wait wake
    walk warn wash watch water wear weave weed weigh weld whisk winterise wipe wire wireframe withdraw work workshop
    wrap write zip
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
        accounting additionally administration alternatively anyhow apologies attendees besides building butcher
        caretaker cashier catering chair chef choir cleaner cleaning coaches colleagues concierge consequently cook
        coordinator crowd customer dentist design dispatch distribution dressing electrician employees facilities
        facility fellow fortunately further furthermore gang gentlemen girls hallway hence hospitality hosts hotel
        housekeeping incidentally indeed kindly landlord leadership leaders lights logistics lots maintenance meanwhile
        moreover namely neighbours nevertheless nonetheless nurse nurses operations operator otherwise payroll pilot
        players procurement quiet receptionist recruiting regardless research residents restaurant roommates scouts
        secondly seriously servers shareholders sincerely singers sir specifically stage stewards supervisor support
        teammates tenants therefore thirdly thus treasury trustees tutor ultimately unfortunately ushers visitors
        waiter waiters warehouse whoever yup
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
    accountant agent architect assistant aunt baby barber boss boy boyfriend brother builder carpenter cat chef
    child cleaner client coach colleague contact contractor cousin customer dad daughter dentist designer developer
    doctor dog electrician employee father friend gardener girl girlfriend grandma grandpa guy hamster horse husband
    intern kid landlady landlord lawyer man manager mechanic mentor mom mother mum nanny neighbor neighbour nephew
    niece nurse owner painter parent partner patient person plumber puppy rabbit rep roommate secretary sister
    sitter son speaker student supplier teacher tenant therapist trainer tutor uncle vendor vet wife woman
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
    flight floor form fraction gate got grade group hall highway house id invoice issue item lab lane lesson level line
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
    angel cal cam carter cas chase christian daisy dawn dex dom em eugene eve faith fi gene glen grace guy hope iris
    ivy jas joy juno lance les ludo mark merry miles misty mo norm peg penny pip poppy rich rusty sandy skip
    sterling sunny trinity ty vic will woody
    """.split()
)
# Names that are months, things or places too: names only where somebody is addressed.
THINGLIKE_NAMES = frozenset(
    """
    adelaide alexa alexandria amber april art asia august austin autumn basil bill brook brooke brooklyn bud cash
    chance chelsea chester china clay cooper crystal dakota dale dallas denver devon earl florence forest georgia
    ginger grant herb houston hunter india ira israel jackson jade jan jordan jun june justice kent kenya kit lane
    laurel lincoln london lourdes madison major may melody mercedes mercy milan olive opal orlando page paris parker
    pearl pepper phoenix piper porter posy reed rose ruby sage santiago savannah scout siena sky star stone summer
    sydney tansy troy valencia vienna viola virginia wade ward wren york
    """.split()
)
# Of those, the ones that can only be a person before "to" and a verb.
PLACELIKE_NAMES = frozenset(
    """
    austin brooklyn chelsea chester cooper dakota dallas denver devon florence georgia houston hunter jackson jan
    jordan jun kent lincoln london lourdes madison milan orlando paris parker phoenix piper santiago savannah siena
    sydney troy virginia
    """.split()
)
# Of all these, the ones that go with an infinitive as words: "Hope to send it", "Cash to pay the plumber".
NO_SUBJECTS = frozenset("cash chance clay hope kit max page star stone".split())
# What a will, a grace or a month does: "Will to change the world", "August to see record sales".
ABSTRACT_VERBS = frozenset(
    "accept act become begin carry change come continue end go have keep let make move see stay".split()
)
# What only people do, with somebody.
SPEAKING_VERBS = frozenset("chat coordinate liaise negotiate reply respond speak talk".split())
# Nouns that are verbs where an object follows: "Sam to price the gutter", "JK to minute the meeting".
NOUN_VERBS = frozenset(
    """
    action air bag batch bin box bundle chair detail film flag frame grade head image index land line machine map
    market minute mount name number nurse oil page panel parcel police pot price probe roof route sample scale score
    screen script seal season service staff table target time tour truck vet video view voice
    """.split()
)
# What somebody is asked to do with "Can Sam …?": questions of being able to do these are rare.
FAVOURS = frozenset(
    """
    arrange book bring call cancel chase check circulate clean clarify collect compile confirm contact create deliver
    distribute draft email fetch file finish fix forward install investigate measure notify order organise organize
    phone pick post prepare print proofread provide publish rebook remind remove replace reschedule resend reserve reset
    restart review rewrite ring scan schedule send share sort submit summarise summarize test tidy translate update
    upload verify wash write
    """.split()
)
# They do something where "to" or "will" follows; elsewhere they may be those for whom it is done.
FAMILY = frozenset("dad daddy gran grandad grandma grandpa granny mama mom mommy mum mummy nan nanna papa".split())
# What things are for: "Bill to cover the repairs", "Art to decorate the hall".
MATERIAL_VERBS = frozenset(
    """
    add block break build charge count cover cut decorate display exchange feed fill fit fold give grow hang have
    help hold improve include lay lead leave let lift light lower mark mix open pay place
    plant polish press produce promote protect provide put raise reach reduce save serve set settle
    show spend split spread stage start stock stop store strip support take treat trim turn use wake warn wear
    weigh win wrap
    """.split()
)
# Capitals that are not the initials of a person: departments, jobs, tools, companies, words; and some short names that
# are an abbreviation when they are in capitals.
ABBREVIATIONS = frozenset(
    """
    ac ad ah ai am ama an ap as at av ba be bi bp bs bt by ca cal cc cd ci co cs db des dj do dot dr ed ee eg en er
    eu ev eva ex ey fb fe fy ge gm go gp ha he hi hp hq hr id ie if ig in ip ir is it la leo lex lg lo ma me mia mr my
    na no ob of oh ok on op or os ot pa pat pc pe pm po pr pt qa qc qr ra re rn rv sa se seo so sol st ta td ted to
    tv uh ui uk um un up us ux vc vm vp vr vs vw we yo yt
    """.split()
)
# Places, units, sizes and marks: these do nothing, so "MD to send the form" is about a person.
ABBREVIATED_THINGS = frozenset(
    """
    aa ak al ar au az bb bc bd ce ch cm cr ct cv dc de dl dm dp ds dt em ep es fl fm fr ft fw fx ga gb gi hd hk ia ii
    il io iv ix jp js kg km ks ky mb md mi ml mm mn mo ms mt nb nc nd ne nh nj nl nm np nv ny nz oz ph pi pp ps px py
    qb rd ri ro rx sc sd sf si sp sq ss th tn tu tx ty ut uv va vb vi vt wa wc wi wp wv wy xi xl xp xs
    """.split()
)
TITLES = frozenset(
    "mr mrs ms mx miss dr prof professor frau herr fru sir aunt auntie uncle cllr rev revd capt sgt cpl".split()
)
SURNAME_PARTICLES = frozenset("al bin da de del den der di dos du el ibn la le ten ter van von".split())
