"""Given names that are rarer than those of `given_names`, by the same rules."""

from __future__ import annotations

RARE_NAMES = frozenset(
    """
    aaliyah abdallah abdel abdou abdulrahman abelard abhay abhijit abhinav abhishek absalom achille achim adalbert
    adaline adelheid adeline adelmo ademar adhiambo adira adley adolfo aelwyn afra agathe aglaia agostino agustin ahsan
    aidana aideen aigerim ailbhe aimee ainsley aishwarya aisulu aitana akeem akemi akhil akinola aksana alaric albin
    albina albrecht alda aldo aleida aleix alemayehu aleydis alfons algernon alhassan alida alim aliou alix alke allyson
    almut alphonse altan althea alvise alwin amadeo amalia amancio amandine amando amaya ambroise ambrose amilcar amparo
    amrei anamaria anas anatol anatole anatoly ancuta andreia aneka aneurin angele angelika anibal anina anissa anka
    annelies annelise annemie annetta annick annukka anselma anthea antonietta antonios anupam anushree anzhelika aoibhe
    aoibheann apostolos arabella araminta aranxta aranza archibald ardal aretas ariadna ariadne ariane arianne arild
    arkadiusz arlette armand armen arminda arnaldo arnau arnel arnoud arsene arsenio artur arturs aruna arunima aseel
    asel asger ashlynn asmaa assia asya athanasios atharva atticus auberon aude audra aureliano auriane ausra austeja
    avani avril axelle ayana ayelen aylwin ayoub aysel azamat azucena azzedine baltasar balthasar baptiste barend
    bartolome bastiaan bastienne battista baudouin bautista bayo beatka beatriu bedrich begona behrouz bekele belkis
    benedek benedetta benedikt benicio benigno benito benjy bennet benoite berengere bernardo bernat bertram bertrand
    beryl bessie bettany bhavin bhumika bianka bijan bilel birgir birta bjork blathnaid blerim blodwen boban bodo bohdan
    boniface boubacar boudewijn bozhena bradan braden branislav brantley braulio breanna brendon brenna brianna britt
    broder brona bronislaw bruna brunhilde bryden bryndis caden cael caetano cahir calista calliope calum camillo camryn
    caoilfhionn caradoc caren carlene carlota carolien carolin cassius cath catia cayetano cecilie cecily celestino
    celso cemil cennydd ceri cesare chadwick chaima chaya chelle chidubem chike chima chinelo chinwe chisom chiyoko
    chrissie christelle christiana christos chrystal cicely cinzia claes clairette clarice claudette claudine clotilde
    coleen colinda conall conchita conleth conny consuela coretta corine corneliu cornelius corrie cosmas cristiana
    cuthbert cyriel cyrille dacre daena dagfinn dagobert daina daire daithi dalila dallin damaris damaso damla danae
    dandan daneel dania danica danya danyal daragh dareen darell darina darla darnell dashiell davey davit dawid dawit
    dayana dayna deanne debora deen degna deidre deimante delfina delilah delwyn demelza demetra demian denholm deniece
    denitsa deon derrick despina detlev deven devin devora deyan dhara dhiraj diamantis diarmid didrik diederick dikembe
    dilan dilara dilys dimitrios diogo dion dionne diyar djibril dobrawa dolors domenica dominga donatas donatien
    donncha donovan dorcas dorit dorotea dorte draga driss drita duane dunja dunstan dwain dympna dzenan eadaoin eamonn
    ebrima edel edgardo edik edina edita edmee edmondo edvard edwina efraim efthymios egle eiko eilis eilwen eithne
    ekaterini ekin elanor eldar eldon eldridge eleanora eleazar elenor elham eliana eliane elijah eliott elisabete
    elizaveta elkin ellis ellyn elmer elmira eloisa elspet elya eman emeric emery emi emiliano emilien emiliya emin
    emmeline emmi emmy emory endrit engelbert ennio enora ephraim erhan erline ermelinda ernestine eron ersilia erwan
    eryn esben esin estefania estella estrella esztella etain etsuko eufemia eugenie euphemia eustace evadne evaldas
    evandro evanthia evelien everett evie evren evy ewald eyad eyup ezio fabricio fadel fadila fahima faina fakhri falk
    fannie faraz fareed farhad farhana faribah farzad farzana fatiha fatjona fausta fearghal fedde fedor felice
    felicitas fenella fenja feodora fernand fernande ferran ferruccio fikile filiberto filippa finbar finley finnian
    fionnbharr fiore firoz fleurette florencia florentin florrie fokke fotini franciska franka franziska frea fredy
    friedemann fritjof fulgencia furio fynn gabino gaelan gafar gagan gali garance garbine garry gaston gavan gaye
    gaynor gebhard geertje geetha gellert gemme genaro genevieve genoveva geoffroy georg georgette georgi georgiana
    georgie georgios geovanni geraldo gerlind germaine germana gerolf gerrard gerwin gesa gesine getachew ghofrane
    giampaolo gianna gianpiero gilda gillie gilroy ginette gioacchino gioia giordano giselle gitta giuditta gizela glyn
    gobinda godfrey godric gohar gonzalo gottlieb govind graca graeme graham grahame gratian greetje grete gretel gretta
    griet grigoris griselda guendalina guglielmo guilherme guiomar gulcan guled gulsum gunda gundula guntram gurmeet
    guro gustavs gwenael gwenda gwenn gwerful gytha habibullah hadewych hadiya haidar hailey hajar hajo hakeem hallie
    hallvard hamida hamit hanako handan hanka hanno hansjorg harjit harlan haroun harriette harshad hartwig harumi hasna
    hassiba haydar haydee haylee hedy heidemarie heimo helder helenka helia hella hemal hendrika hennes henny henrietta
    henrique heribert hermina herminia hernan hessa hester hidde hideaki hilaria hilarion hildebrand hilma hilmar hinako
    hippolyte hiram hisham hjordis hoda hollis homa honorata hooman horace horacio horatio hortensia hossein hripsime
    hristina hrvoje hubertus huey hulda hulusi humphrey hussam huub hyacinthe ianto iben ibtihal ichabod idalia ieva
    ifrah ignace ignatius ignaz ihor ikuko ildefonso ilias ilinka iliya illona ilmar ilsa immanuel inaki inara inez
    ingmar inna innes ionela ionna ipshita iraia irenka irini irmela irvin irving isabela isabell isadore isam isha
    isidora isidore ismael isobelle isra itsuki itxaro ivaylo ivelina iver iveta ivonne iwo iza izaak izzy jacinto jacki
    jacoba jacobo jacobus jacopo jacquelyn jaden jadranka jael jafari jahan jaida jakobina jalil janaina janetta janette
    janka janna jannat jannes jannis jantien januario jaquelin jarl jarno jaroslava jarrod jashan jasmijn jasminka
    jasvinder javeria jaxson jaylen jazmin jeanetta jedidiah jelte jeltje jenaro jenifer jerald jeremias jermaine
    jeronimo jesenia jesica jessa jessie jetta jevon jhonny jihan jinny joachim joash jobst jocelyne jodi joella johana
    johnathan jokin jolie jonatan jools joop joram jordana jordyn jorja josefine josephina josip josue jovanka jovita
    joyceline juanjo judie juergen julianne julissa julita junia juraj jurate jurek jurij justas justina justus juwan
    jyotsna kadeem kadiatou kadija kael kaelyn kaija kajsa kaleb kalila kallum kamelia kamini kamryn kanako kandace
    karamjit karien karlie karlis karly karolin karolis karriem karsta kashif kasie kassandra kasumi katell katerine
    kathe kathi kathlyn katica katrine katriona katryn kaveh kavin kaylin kazuhiro kazumi kazuya keegan keelan keenan
    keira keit kelli kellie kelsie kelton kendrick kenia kennard kennet kensuke kenza kera kerensa kerri kerrie kersti
    kerstine keziah khadra khalifa khanyisile khosrow kiana kieron kierra kilian kimani kimberley kimiko kimora kinley
    kinsey kiril kirstie kirtan kitto kiyan kiyomi kjetil klarissa klaudija klavdia klement kolbe kolbjorn koray kordian
    korey kostya kovan kresimir kris krisha krishnan kristel kristi kristiane kristie kristijan kristine kristos kristy
    kryspin kshitij kuba kudzai kulwinder kumari kunle kurtis kusum kyla kylan kyleigh kym kynan kyran kyriakos kyung
    labhrainn ladan ladina laine lainey lamberto lanre larisa latasha launcelot laureen laurene laurianne lavanya
    laverne lawrence lazar lazaro leandra leann leela leia leida leigh leigha leighann leighanne lemuel lennie leocadia
    leokadia leonel leonid leonidas leonora leontine leontyne lesego lettice letty leyton lianna lianne liberato lidewij
    liesbet lieve ligia lili liliane lilias lilith lilja lillemor lillie linas lindani linette lisandro lisbet lisette
    lissa lizbeth lizette lizzy ljubomir llewellyn lloyd lluis lodewijk lonnie loreen lorenza lorette lorie lorin
    lorinda loris louella louie loukas lourens lowenna lucette lucienne lucija lucila lucina lucio lucius lucyna
    ludivine luitgard luka lupita luther lutske luuk lyanne lydie lyle lynda lyndsay lyndsey lysander lysanne macey
    mackenzie macy madeleine madeline madelyn madge madhuri maeva magali magdi magnhild mahala mahalia maile majken
    makayla malaika malek malia malick mallory malvina malwina mamie manjula manolis manya maree maren margareta
    margarida margery margie margo margreet mariamne mariann marianna mariano marica mariel mariela marielle marilena
    marilou marinus marios mariska marita marjeta marleen marlena marley marlou marlowe marly marsha martyn martyna
    maryanne maryellen maryla maryse masud mathew mathijs matija matthijs mattie matty maurits mavis maximo mayra mazin
    mckenna meir melania melchior meline melisa melita melva melvyn memet merle merna merrick mervyn michail michiel
    mieszko mikel mikey mildred miljan milly milou minako minnie mirabelle miren mireya miriana mirka mirna miruna
    mladen mmabatho mojca morgana morwenna motoko moulay mubarak muhsin mukhtar munira murali murdo murray musa mwajuma
    mykola myles mylo myrna myrtille nadav nadezhda nadiya naeem nafisa nagisa nahum najwa nakita nalini nanci nandita
    narayan narcisa narelle naseem nashwa nasrin nata natacha nataliya natanael nataniel natividad naveed naz nazim neal
    neele neeta nehir nela nelda nelli nelly nena nereida nerissa nettie neve neville neza nichola nichole nickolas
    nicolae nicolai nicolaj nicolau nicolette nicu nidhi niel nieves nikky niklaus nikolaj nikolas nikoleta niloufar
    nilufer nimet niraj nitya nivedita nobuko nobuo noelia nofar nogah nohemi nolan nolwenn noni noora norah nordin
    nuhan nuri nydia nyree octavian octavio oddny odell odilon oihane okan oksana oktay olavi olegs olesya olimpia olina
    olinda olivera oliwia oliwier olle oluchi olwen olympe orazio orestis orfeo oriana oronzo orpha orson oswald othmane
    otilia otillie ottmar ouafa oystein palmira panagiotis panos paolina paora paraskevi patricio patsy patti paulette
    paulino paulus pavlos peadar peder pepita percival persephone pervin petia petronella petronia petrus petula phaedra
    philibert philine philomena phineas phyllida piera pierluigi pierrick pieternel pilvi pinja polina poonam poppea
    prabhu prajakta pranab pranjal prasanna praveen preslava pulkit qiang quirin quirina rabindra rachael rachelle
    rachida radmila radomir radoslav rae raelene rafe rahel rahima raimonda raina raissa rajani raju rakel ramsay randi
    randolph rani ranveer raphaela rashida rasmin raya raynor reda reena refik reidun reinhild reinout rejeanne
    remigiusz renaldo renato renaud reshma reto rhett rhiain rhonwen ria riana ricarda riccarda richa richelle richie
    ricki rieke rinaldo rinku riordan risa ritchie roanne robbert robrecht roddy roeland rogier rolanda rolando romana
    romane romaric romuald rona ronke ronny rosalina rosalyn rosana rosangela rosanne rosaura roseanne roselyn rosina
    rosita roslyn roxane roza rozenn ruaidhri rubina rudolph rukhsana rukiya rumiko rupal ruperta rurik ruthie ryanne
    rylan ryuichi saartje sabah sabrine sacha sadaf safwan sairah sakari sakshi salah salahuddin salimata sallyann
    salomon samanta sammi samu sanae sanam sandhya sandie sanela sanja santi saori saqib saqlain saraid sariah sarka
    sarolta satu savina seb sebastiano sebastiao seda seema sefa sejal selda selene selja selwyn senan sepp serafin
    serafina seraphina serhat serhiy setsuko seval severin shahin shahnaz shakira shamil shamima shamsa shana shanaya
    shanelle shanna shanthi shari sharlene sharmila sharna sharron shawna shay shayla shayna sheelagh shekhar shenaz
    sherri sherrie shino shiro shivani shlomit shoshanna shreyas shukri shyam siamak siavash siegmar siem sietske
    sigfrid siggi sigmund sigurdur sigvard sikandar silja silje silvan silvester silvie simin sindre siobhain sissel siv
    sixten sixtine sjur slavica sofian sofija sohail soheila sohrab soledad soline somaya sondra sonny soraya soumaya
    spiros spyros srdjan staci staffan stanislas stanko stasia stefaan stefanos stefka steliana stelios stephania
    stephon stevan stevie stina stine stoyan suha suleiman suraj suraya susanita susann susheela suzan suzana suzy
    svante svetoslav swaran syed sylvana sylvester symon taavi tabish tadas tahira taina taisto takahiro takako takis
    takuya talha talib taliesin talita tamatha tamiko tamim tamsin tamsyn tanguy tanika tanisha tarah tarana taras taryn
    tasos tatjana tatsuya tauno tawfik tayla tayo teagan teena teija teis telma tengku teodora teofil teppo terhi teri
    tessie teuvo teyana thaddeus thais thanasis thapelo theis thelonius theodoros theofanis theresia theron thibaut
    thirza thomasina thorbjorn thyra tiana tiernan tigran tijana tijs tilo timotej timur tineke tinna tirza tobin
    toghrul toivo tomasina tomasso tomiko tomislav tomke toomas topher tori torin torleif toshio toussaint toya tracie
    tresa treva trey trini tristram tryfon tsvi tufan tulin tullio twyla tyra tyrell tzipora ubaldo ulisse ulric ulrika
    ultan urs uta uttam uxia uzma vaibhav valdis valentijn valeriano valeska valmai valter vanja vanya vappu varvara
    vasil vasilica vasiliki vassilis vasudha vaughan vaughn velda velma venetia venkat ventsislav verity verna vesa
    vesela vessela veturia vickie victoire victorino viesturs viki vikki viktorija vimal vinicius vinko vinnie vinzenz
    violetta violette virgilio vishnu vitali vitaly vitor viveca viveka viviane viviette vladan vladislav volha
    volodymyr vratislav vuk vuyo waleed waleria walkiria walther wanja wannes waqar warrick wasim wasiu wenceslas
    wendelin wieslawa wilbert wilbur wilfrid wilhelmina wilhelmine wilkin wilko willi willy wilmer winifred wiola wlodek
    wyatt wynford wynne wynona xabier xanthe xanthippe xaviera xiaoli xinyi xolani yacine yagiz yago yaima yakov yamile
    yamina yanis yannic yannik yannis yaprak yared yasir yasuo yatin yavor yevgeny yevhen ygor yildiz yinka ynes yoana
    yohan yohanna yohannes yolande yoon yoram yoselin yseult yuliya yuriko yvo zachariah zackary zafar zaheer zahid
    zahida zaida zaira zakia zalman zander zandra zarko zawadi zaya zayn zdravko zeki zelia zelma zelmira zeno zerlina
    zhanna zhu zigor zilda zinaida zlatan zlatko zoey zofka zohra zoja zorica zoya zubair zubeida zulfiqar zulma zuriel
    """.split()
)
