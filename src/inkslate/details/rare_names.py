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
# Names that are rarer still. Without a capital they prove nothing.
MORE_NAMES = frozenset(
    """
    aage aagje aaltje aarti abayomi abbas abbie abdelkader abdi abdullahi abel abelardo abigael abosede abram abril
    achiel adalberto adalgisa adama adan adanne adaora adda addy adebola adedayo adelbert adelia adem aderyn adigun
    adolf adriane adrianne adriano adriel adrienne adunola adwoa aedan agatha agda agnar agne agnese agneta agnetha
    agus agusta agyeman aicha aili ailis aime aina ajani akello akif alanna alannah alarico alberta alberte
    albertina albertine aldis aldobrando aleandro aled aleksei alemu aleta alexandr alexandru alexej alfhild algot
    alienor alisson almira aloys alphons alphonsus alrik alun alva alvar alwien alwina alwine amadu amahle amalie
    amalija amandla amare amarjeet amaury amerigo amie amine amogelang ampelio amund anabel anabella anacleto
    anaelle analia anastacia anastasija andela andor andra andree aneesa aneirin anezka anfinn angeline angelique
    anica anjana annabell annabella annabelle annamaria annbjorg annefleur annelie anneliese anniken annita anny
    anong ansaldo antoinette antonie antonija antonina antonino antonius antony anusree anwen aoibhinn apolonia
    apoorv aran ardan ardis arend arianwen ariberto arie ariella arina arjen arley arlo arngeir arno arnoldo arnulfo
    arron artie arvo aryaman arzu asanda asbjorg ashanti ashfaq ashling ashton asiman aslak asmita asmund asta
    astier ataahua atle atsushi audhild audun augustina augustine auke aurel aurele aurore aydan ayden aydin aynur
    ayodeji ayotunde ayub azubuike azzurra babette babirye babs bairbre baldur baldwin bao barthelemy bartley basim
    baukje bayani baz beau beca bedwyr bella benard benedetto benedikte benson benta benthe berber berend bergljot
    bernadine bernardino berndt bernice bernt berta bertille bess betania betina beverley bex bibian bibiana billie
    billy bina birte bjarke bjarte bjorg bjorgulf blahoslav blaine blathin blazena bobbie bodvar boel bohumila
    bohumir bohuslav boitumelo bola boleslav bongiwe bonnie borghild bosede boukje brage brahim branka branwell
    brayan brechtje breda bregje bren briac brice brien brighid brigita brigitta brinda brit brita brogan bronislava
    bronte brunella brynhild brynjar budi buhle caitlyn caitriona caleb calogera camilo caolan capucine carel carin
    carlien carmel carmelina carmine carolina carolyne carwyn casandra caspian cass cataldo cathan catharina
    cathleen cathrine cato caz cecelia cecil ceinwen celestin ceridwen cesira ceyhun chandan chandrika chantel
    charline charlotta charly chas chaz chetana chidiebere chikondi chimamanda chinenye chinua chipo christianne
    christie christin christoffer chukwu ciannait cinthia clair clancy clare clarisa claudius clelia clem clemence
    clemente clementina clinton clio cliodhna clizia cloe codie coenraad cokkie collette collin colmcille colum
    comhghall conal concepcion concobhar cornelie cortney cory cosimo cressida cristoforo ctibor cuan cyprien
    cyrielle dafina dagrun daibhi dakarai dalisay daljit dalvin damase damiana damjan daniella danijela danladi
    danna danni dany daren dariana darin darko darrin darshana dasa daudi davin davinia davy deaglan deane dearbhail
    dearbhla deborrah dejan delfino delphin denny dereck derick desideria devi deyanira dhanya diann dianna dianne
    diarmaid diarra dickie dieuwke diewertje dino dirkje dolly domhnall domingo dominick domitilla donagh donatello
    donnie doortje dorien dorina dorine dorthe dougal dougie dragica drago drahoslav drahoslava dulcie dumile dylis
    eabha eadbhard eanna ebbe ebunoluwa edgard edmea edvin eefke eelco efosa efrain efren eggert eglantine eilert
    eimer eimhear eira eirin eirlys eirunn ejike ekundayo elbert elbrich elda elden elenore eleonore elfie elide
    eligio eline eliot elisabet eliseo elisha ellery elli elling elly elma elna elnur elon elouan elsbeth elsy elvia
    elvina elvis elvy elza ema emanuele emelia emely emer emerson emilian emilija emilly emmet emy enkhjargal enola
    erastus ercole erick erla erle erling ermete ern ernestina ernie ervin esha estela ester estera ethel eudes
    eulalia eurig evald evaline evance evander evaristo evelin eveline evelyne evi evita eydis eyvind fabia fabrizia
    fachtna faizan fanny faolan fareeda fariz fatih faustin feargal fearghus fedele feidhlim femmie fenne festus
    fiachna fiadh fieke filiberta filomeno finnbogi fiorenza fitz flaminia flavie flo florimond florine folkert
    fosca franjo frantiska frederieke frederique fredo fredric fredrick freerk frodi froukje fumilayo fuzuli gabby
    gaetana gaetane gagandeep gail galeazzo garima garret gaspar gauthier gavino gaz gbenga gearoid geert geertruida
    geetanjali geirmund georgine gerardo gerben gerhardt gerlando gerlof gerold geronimo gersende gertrud gesualdo
    geurt ghislain gia giacoma gigi gijsbert gilberte gildas gilman gino gioele giorgos giovanny gisele gismondo
    giuseppina gjermund gladis glyndwr glynis gobnait godelieve gordie graziano grethe gro guadalupe gudbrand
    gudmund gulnaz gulzar gunar gunnlaug gunnveig gurinder gustave guttorm gwenaelle gwendoline gwenifer gwenno
    haavard hadija halfdan hallgeir haneul harshita harsimran hattie havard hayleigh heddwyn hedi heidy hein heleen
    helgi hellen helma helmer hemlata hergeir heriberto herma hermance hermine herta hertha hetty hilbert hillevi
    hinemoa honora honorine huguette huy hylke iacopo iarla idowu idunn ifunanya ignac ignatz ijeoma ikaika ike
    ilario ilesanmi ilija ilja illtud ilonka ilyas imaculada imane immy imtiaz inaya indra ineta ingebrigt ingelin
    ingolf ingrida ingunn iona iride irine isaias isaure isheanesu isidor islwyn issack issy ivanka ivor iyabo
    izidor jaan jabulani jackeline jacky jaco jacobien jacomijn jagjit jairo jameel janeth janko janneke jannie
    jaqueline jardar jarlath jasmina jaswinder javid jax jayanti jayda jayde jayson jaz jeana jeannette jehan jelmer
    jem jeremie jerica jessika jessy jiaying jildou jimena jimmie jitske joffrey jofrid johny jojo jolana jolien
    joline jomo jonathon jonne jordon jordy jorid josee josefin josephus josko joukje jozef judicael judita julija
    julijana juma junichi junius jurjen kaare kahu kaitlin kaitlyn kaj kamaria kamron kanchan kapil karabo kareem
    kareena karine karley karli karlijn karlina karol kasim kath katharine katherin katherina kati katrijn katty
    kaushik kayleigh kaz kazim kehlani kel kelvin keola kev kiera killian kip kira kiranjit kirby kirti kjellaug
    kjellfrid klaasje kolbein komal kornelius krish krista krister kristiana kristofer kristopher kulwant kvetoslava
    kyan kyara labhras ladislava lambert lammert landolfo laoise lata latif lauretta laurine lazzaro leana lebo
    leendert leidulf len lene leone leonida leonore leontina leopoldine lesia lester lethabo letitia letterio lex lexi
    lexie leyli liadan liban licia lidija liesje lieven ligita lilija linwei liselotte lison livio livvy liyana
    lizeth ljiljana ljudmila lleuwen llio loann loek lolita loman lonneke loraine loredano lorelei loretto lorine
    lovro loz lubomir luchino luciella lucile lucilla lucretia ludovica ludvig ludvik lughan luiza lutfi luthando
    maaikel maartje mabli machiel madelene madelief madhavi maelann mafalda magdalene mahir mairtin makana maksim
    malachy malena malini manaia mandeep mandisa manlio manny mansi manus maolra marama marceau marcellino mared
    margaretha marge margita margje margunn maricela mariette marijan marijana maritta maritza marjolijn marlen
    marlis marte marthe marziano masato matelda mateus mathapelo matheo maude maurine maximiliano maxwell maylis
    mbongeni meaghan meenakshi mehreen meindert meinwen melisande melodie menai merethe mervin metod micael micaela
    michaele micheline michell mihael mijo mikaela mikulas milda mildrid milka miloslava mim mirain miran mirco
    mirembe mirjana miro miron mirta mirthe misael mitchel modgeir mohamad mohini mojmir mollie monde monty morfudd
    morris mortimer mthokozisi muiris mukami mulayim mumbua munashe muslum mustapha mya naadia nadeem naim nanjala
    nanni nanw naoise naomh narendra nasra natalija natalja nataly natasa natascha natasja nathalia nathanael
    natsumi navneet navya nazario neema nehemiah nekesa nelleke nenad nerina nessan nevenka nevio ngaio niamhin nic
    nicklas nicodemo nidia nige nihad nikau nilufar nimmi nirav nirmal niyazi nkosi noella nomfundo nonso norina
    noud ntokozo nynke nyokabi oberto obiageli oceane odalys oddbjorn oderico odilia ogonna okechukwu okke olaug
    oline olivie oluwaseyi ombeline omolola onofrio onyinye oriane orietta ormund osagie osvalda oswaldo otis
    ottavio ottilia ottoline oxana oyelaran oyin oyvor ozzie padraigin palak parminder parveen parvez patric
    patrizio paulien pauric pearse peregrine petrina petronela philomene phumzile phylis pierangelo piersanti pleun
    poornima porfirio portia prabhjot proinnsias prys puja putri qadir qamar quinten quirine quirino rabah racheal
    raff raffaela rafferty ragna raheela raheem rajinder rajkumar rajni ramandeep randolf rangi ranjana rawiri
    rebeca rebeka rebekah rebekka redmond reg reimar reinaldo reinder reinhart reinhilde reino remco remigio renuka
    rhianna rhianwen rian riddhi riemer rigoberto rikst rinze ritesh roar robby rodger roelof rognvald roise rolv
    romesh romilda romualdo ronal ronaldo rongomai roseanna rosetta rosey roshni rosi roxanna roz rozalija ruadhan
    rufaro ruggiero runa ruslan ruta rutuja saadat sabatino sabelo sabir sade sadhb saff sahin samaira samuela sandi
    sanele sanjukta sanneke santhosh santino sapna sarina saroj satnam saturnino satyajit saundra seanan sebe seetha
    sefton senthil seosamh sergej settimio seyda shabana shafiq shannan shannen sharda shashank shaz sheilah sheree
    shiela shrikant shubhangi sibongile sidoine sidonia siebren sieger sigmar signy sigrun sigve silverio simion
    simonetta simonne simphiwe siomha siphiwe siri siriol siti sivert sizani sjors skjalg slavka slavko slavomir
    smriti snefrid snehal socorro sofiane sofonisba soizic solbjorg solenn solfrid solrun somnath sreeja srishti
    stanislaus steef stefana stefani stefanija steinulf stela stelvio stephany stjepan subramaniam sucheta sudarshan
    sukhdev sukhmani sukhvinder sumayya sumitra supriya surabhi surinder susannah sushant suzanna svanhild sveinung
    swapnil swarna sybilla sybren syd sylva sylvi tabassum tadeas taeke taimur tamanna tami tamme tancrede tane
    tanvir tarcisio tarjei tash tecwyn teilo tejal tejinder tekla temitayo teodosia terenzio teresia thale
    thandolwethu theda thekla theophile thibaud thorbjorg thulani tiarnan tiemen tien timmy timon tindra tinotenda
    tipene tiphaine tirion titia titouan titus tjerk tolulope tomine tonny torbjorg torfinn torgunn torhild torild
    tormod torvald tosca toyin treasa trev trijn trishna trudi tshepo tsitsi tuathal tudur tuuli tyson ualtar ubbo
    uchechi udit ujjwal ulderico una unaisi urmila vagn valborg valeri vanesa vanna varsha vebjorn vedant vegar
    velia vern verner vigo vilhelmina vincenza violaine vipin viridiana vitaliano vittore viv vladimira vlado wahab
    wairimu wanza waqas weldon wessel wilber wilf willard willian willis wilson winfred wiremu wubbo yaqub yasar
    yaseen yashika yasmina yassine yazmin yevgenia yfke ylva yngvild ynske yohana younes yrsa ysaline ytsje yuliana
    yunis yuridia yvan zamir zandile zayan zdenko zeljko ziggy zigmund zinhle zubaida zukiswa zvonko zwaantje
    """.split()
)
