"""Given names of many languages. Names that are also words of a language are in its locale."""

from __future__ import annotations

# Names that rarely mean anything else when they are capitalised. Keys have no accents and are in lower case.
NAMES = frozenset(
    """
    aafke aapo aarav aaron aart aatu abby abdul abdullah abe abeer abena abi abigail abiodun abiola abioye abla abraham
    achieng ada adaeze adam adanna adao adaobi adebayo adekunle adel adela adele adelina adenike adeola adesola adewale
    adi adil adina aditi aditya adnan adriaan adrian adriana adrien adunni advait afaf afia afonso afua agata agnes
    agnete agnieszka agota aharon ahlam ahmad ahmed ahmet ahuva aida aidan aiden aiko aileen ailish ailsa aine ainhoa
    aino aisha aisling aitor ajay ajit akane akanksha akash aki akiko akintunde akinyi akira akosua akram aksel akshay
    akua al alaa alain alan alana alasdair alastair alba albert alberto aldona alec alejandra alejandrina alejandro
    alejo aleks aleksandar aleksander aleksandr aleksandra aleksy alena alessandra alessandro alessia alessio alex
    alexander alexandra alexandre alexei alexey alexia alexis alf alfie alfonso alfred alfredo ali alia alice alicia
    alicja alina alisa alisha alison alistair aliya aliyah aliz aliza allan allegra allen allie allison ally alma
    almudena alois alonso alvaro alvin alwyn alyssa alzbeta ama amadi amadou amaka amal amanda amani amara amarachi
    amarjit ambika amedeo ameer amelia amelie amichai amin amina aminata amir amira amit amitabh amjad ammar amnon amos
    amrit amrita amy ana anabela anahi anahita anais anand ananya anastasia anaya anca ander anders andile andrada andre
    andrea andreas andreea andrei andrej andres andrew andrey andriy andrzej andy aneesh aneta anett anette angela
    angelica angelina angelo angharad anghel angie angus anh aniela anika aniket aniko anil anirudh anisha anita anja
    anjali anjum anke ankit ankita ankur ann anna annabel annalena annalisa annalise annbritt anne anneke anneli
    anneloes annemarie annemieke annette annie annika annikki anouk ansel anselm ansgar ante antero anthony antje
    antoine anton antonella antonia antonin antonio antti anu anuj anuradha anusha anushka anwar anya anyango aoife
    aparna apinya apolline apoorva araceli aram aranka arash archana archie ardian areej arek aretha argyris ari aria
    ariana arianna ariela arielle arif arijit arik arja arjan arjun arlene arman armando armelle armin arnaud arndt arne
    arnold arnon aron arpad arpita artem arthur arto arturo arun arvid arvind arwel arwen aryan aryeh asaf asami
    asantewaa asbjorn asha asher ashish ashleigh ashley ashok ashraf ashwin ashwini asif asim aslaug asli aslihan asma
    assaf assunta astou astrid asuka atanas atara atieno atif atsuko attila aubrey audrey augusta augustin aurelia
    aurelie aurelien aurelio aurora ava avery avi avigail avinash avishai avital avraham axel aya ayaan ayaka ayako
    ayala ayanda ayelet ayesha ayisha ayla aylin ayman aymen ayo ayodele ayomide ayse aysegul ayten ayumi azadeh azeez
    aziz azra babajide babak babatunde badr balazs balint bandile barbara barbora barbro barnaby barney barry bart
    bartek bartholomew bartlomiej bartosz baruch basak basem bashir basia basma bassam bastian bastien batuhan batya bea
    beata beate beatrice beatrix beatriz becca beccy beckett becky behnaz bela belen belgin belinda ben bence bendeguz
    benedict benedicte benedita benita benjamin bennett benny benoit bente beppe berenice berit berkay bernadette
    bernard bernd bernhard bernie bert bertha berthold bertil beste beth bethan bethany betsan betsy bettina betty betul
    bev beverly beyza bhaskar bhavana bhavesh bhavna bianca bibi bilal bilge binh birger birgit birgitta birgitte birthe
    bisi bjarne bjorn blaise blake blanca blandine blanka blazej bo boaz bob bobby bodhi bodil bogdan boglarka bogna
    bogomil bogumila boguslaw bohumil boipelo bojan bolanle bolek bongani borge boris borislav borje bozena bozidar brad
    bradley bram brandon branko brannon branwen brayden brenda brendan brent bretislav brett brian briana brid bridget
    brigid brigida brigitte britta brittany bronagh bronia bronwen bronwyn bruce bruno bryan bryce bryn brynn bryony
    bukola burak burcu burkhard bushra busisiwe busra byungho cagla cagri caio caitlin calin callan callie callum
    calogero calvin cameron camila camilla camille canan candice cansu caoimhe cara cari carina carine carl carla
    carlijn carlo carlos carlotta carly carmela carmelo carmen carol carola carole caroline carolyn carrie carsten carys
    casey caspar casper cassandra cassie catalin catalina catarina cate caterina cathal catherine cathy catrin catrina
    catriona cecile cecilia cedric cees celeste celestine celestyna celia celina celine cemal cemre ceren cerri cerys
    cesar ceyda cezar cezary chad chaim chaitanya chana chanda chandni chandra chantal chantelle chanwoo charis charlene
    charles charley charlie charlotte charmaine charu chau chava chela chelsey chen cheng cherie cheryl chetan chiamaka
    chiara chibuzor chidera chidi chidinma chie chiemeka chihiro chika chinedu chinonso chioma chirag chiyo chloe chris
    chrissy christa christel christiane christina christine christof christoph christophe christopher christy chuck
    chukwudi chukwuemeka chukwuma chung chunhua cian ciara ciaran cihan cillian cindy ciprian ciro citlali claire clara
    clarence clarissa clark claude claudia claudio claudiu claus cleide clemens clement clementine cleo cliff clifford
    clint cliona clive clodagh clyde codrin cody coen colette colin colleen colm concetta connie connor conor conrad
    constance constantin consuelo cora coralie cordelia corentin corey corin corina corinna corinne cormac cornel
    cornelia cornelis corrado cosima cosmin cosmo costanza costel costin courtney craig crina cristi cristian cristiano
    cristina cristobal csaba csilla cuong curtis cynan cynthia cyril cyrus czeslaw daan dace dacian daeho dafna dafydd
    dagmar dagny dai daiki daisuke dalia dalibor dalit dalma damian damien damilola damir damon dan dana daniel daniela
    daniele danielle danijel danika danilo danit danny dante danut danuta daphne dara darcy darek daria dario darius
    dariush dariusz darlene darragh darrell darren darryl darshan darya daryl dave davi david davide davina davor dayo
    dean deanna deb debbie debby deborah debra decebal declan dee deepa deepak deepika deepti defne deirdre delia
    delphine delroy delyth demet demetrius demi denis denisa denise deniz dennis denys derek dermot dervla derya des
    deshawn desiree desislava desmond desta detlef devansh devika dewi dexter dhanush dhruv diallo diana diane diarmuid
    didem didier diederik diego diep dieter dietmar dietrich dikla dilek diletta dilip dillon dilwyn dimitar dimitra
    dimitri dimitris dina dinah dinesh dipika dipti dirk divya diya djamila dmitri dmitry dmytro dobromila dobroslav
    doina dolores domagoj domenico dominic dominik dominika dominique don donal donald donatella donato dongho donna
    donnacha dora doreen dorian dorin doris doron dorota doroteia dorothea dorothee dorothy dot dottie doug douglas dov
    dragan dragana dragos drahomira drew dror duarte duc dumisani dumitru duncan dung dusan dustin duy dvora dwayne
    dwight dylan eamon ebba ebele ebenezer eberhard ebony ebru eckhard ed edda eddie eddy edeltraud edgar edie edith
    edmond edmund edna edoardo edouard eduard eduarda eduardo edurne edward edwin edyta eefje eero eetu eeva efa efe
    effie efrat efua egbert egil egon ehab ehud eifion eija eiji eila eileen eilidh eilif eilish eimear einar eino eirik
    eirini eitan eivind ekaterina ekene ekow elad elaf elaine elan elazar elchin eldad eleanor eleftheria elen elena
    eleni eleonora eleri elettra elfed elfi elfriede eli elia elias eliezer elif elin elina elinor elis elisa elisabeth
    elisabetta elise elisheva eliska eliyahu eliza elizabeth elkana elke ella ellen ellie ellinor elliot elliott elmar
    elodie eloise eloy elsa elsebeth elsie elspeth elton eluned elvin elvira elwyn elzbieta emanuel emanuela emeka
    emelie emeline emenike emese emiko emil emile emilia emilie emilio emilka emily emine emlyn emma emmanuel emmett
    emrah emre emrys emyr enda endre eneko enid eniko eniola enitan enoch enrica enrico enrique ensio enya enzo eoghan
    eoin erdem eren erez ergun erhard eric erica erich erik erika erin erkan erkki erland erlend ermanno erna ernest
    ernesta ernesto ernst errol ersin ertugrul erwin erykah erzsebet eskil esko esme esmee esmeralda esosa espen
    esperanza esra esteban estelle esther esti eszter etelka ethan etienne etta ettore euan eudora eugen eugenia eugenio
    eulalie eun eunhye eunice eunji eva evan evangeline evelina evelyn evert evgeny ewa ewan ewelina ewen ewout eyal
    eylul ezekiel ezgi ezra fabian fabiana fabien fabienne fabio fabiola fabrice fabrizio fadekemi fadi fadime fadwa
    fahad fahd faisal faiza falko fang fanni farah faraj farhan farid farida faris farouk fathi fatima fatimah fatin
    fatma fatou fatoumata faustine fausto fawzi faye fayemi fayez federica federico felicia felicity felipe felix femi
    femke feng fenna ferdinand ferenc fergal fergus ferhat feride fernanda fernando ffion fflur fiachra fidel fidelma
    fiifi fikret filip filipa filippo filiz filomena finlay finn finnegan fintan fiona fionn fionnuala fiorella firas
    flavia flavio flemming fleur floortje flora florent florentina florian floris folake folasade folu fran frances
    francesca francesco francine francis francisca francisco franck franco francois francoise franek frank frankie frans
    frantisek franz fraser frauke fred freda freddie freddy frederic frederica frederick frederik fredrik fredrika freek
    freja freya frida frieda friederike friedhelm friedrich fritz frode froydis fuad fulvio fumi fumiko fumio funda
    funke funmilayo furkan gabe gabi gabor gabriel gabriela gabriele gabriella gabrielle gaby gael gaelle gaetan gaetano
    gakuru galina galit ganesh gareth garrett garth gary gaspard gathoni gaurav gavin gavril gayatri geeta geir gelu
    gemma gennaro geoff geoffrey george georges georgeta georgina geraint gerald geraldine gerard gerasimos gerd gerda
    gergely gergo gerhard gerlinde gernot gerrit gerry gert gertrude gethin ghada ghassan ghazal gheorghe ghislaine
    ghita giacinto giacomo giada giancarlo gianfranco giang gianluca gianmarco gianni gideon giedre gijs gil gila gilad
    gilbert gilberto giles gili gilles gillian gina ginevra ginny gintaras giorgia giorgio giovanna giovanni girish
    gisbert gisela gita gitte giulia giuliana giuliano giulio giuseppe gizem gladys glenda glenn glenys gloria gokce
    gokhan gonca goncalo gopal goran gordana gordon gorka goronwy gosia gottfried gozde graciela grainne grazia
    graziella grazyna greer greg greger gregor gregorio gregory greta gretchen griff grigor grigore gruffydd grzegorz
    gudrun guenael guido guillaume guillermo gulay guler gulnara gulsah gulsen gulten gunhild gunilla gunnar gunter
    gunther gunvor gurdeep gurpreet gus gustaf gustav gustavo guus gwen gwenan gwendolyn gwenllian gwennan gwilym gwyn
    gwyneth gyorgy gyula haakon habib habiba hadar hadas hadi hadiza haeun hafiz hafsa hagit haim haitham haizea hajime
    hajnalka hajun hakan hakim hakon hal hala haley halil halima halina halvard halvor hamad hamdi hamed hamid hamish
    hamza han hana hanaa hanan hanh hani hania hanin hank hanna hannah hanne hanneke hannele hannelore hannes hannu hans
    hao harald hardik hari harini haris harish harleen harold haroon harpal harpreet harri harriet harris harrison harry
    harsha hartmut haru haruka haruki harun haruto harvey hasan hashim hasnain hassan hatem hatice hatty hauke havva
    haya hayden hayley haytham hazel heather heba hector hedda hedvig hedvika hedwig hefin heidi heidrun heike heikki
    heiko heiner heinrich heinz heitor heledd helen helena helene helga helge helka helle helmi helmut heloisa heloise
    hemant hendrik henk henna hennie henning henri henrieta henriette henrik henrike henry henryk herbert herdis herman
    hermann hermione herve hesham hessel hettie heulwen hiba hideki hideo hien hieu hila hilal hilary hilda hilde
    hildegard hildur hilkka hiltrud himani himanshu hina hinata hiro hiroko hiromi hiroshi hisashi hitesh hitomi hjalmar
    hoang hodaya hogne holger hollie holly honza horatiu horia horst hortense hosea hossam houda howard huang huba
    hubert huda hugh hugo hugues hui hulya humaira humberto hung huong husam huseyin husna hussain hussein huw hyejin
    hynek hyun hyunjin hyunwoo hywel iain ian ibironke ibolya ibrahim ibrahima ibtisam ichiro ida idan idar ido idris
    iestyn ieuan ifan ifeanyi ifeoma ignacio ignas igor ihsan iida iiris ikenna iker ikram ilan ilana ilaria ilayda
    ildiko ileana ilham iliana ilie ilinca ilker ilkka ilknur illtyd ilmari ilona ilse ilya ilze imad iman imani imelda
    imke immacolata imogen imran imre ina inas inbal inderjit indira indrani ineke ines inga inge ingeborg inger ingo
    ingrid ingvar ingvild inigo inkeri ioan ioana ioanna ioannis iola iolanda iolanthe iolo ionel ionut iorwerth ipek
    iqbal irek irem irena irene ireneusz irfan iria irina irit irja irma irmgard irmtraud isa isaac isabeau isabel
    isabella isabelle isadora isaiah isak isamu iseult ishaan ishaq ishita isidro isioma iskander isla ismail ismet
    isobel isolde israa issam istvan itai itamar itay itzel itziar iulia iulian ivan ivana ivano ivar ivica ivo ivona
    ivone iwan iwona izabela izumi jaakko jaana jaanika jaap jabari jacco jacek jacinta jack jackie jaclyn jacob
    jacqueline jacques jadwiga jaehyun jaemin jafar jagdish jagoda jai jaime jake jakob jakov jakub jalal jamaal jamal
    jameela james jamie jamil jamila jamshid jana jane janek janelle janet janhavi jani jania janice janina janine janis
    janne jannik janos jantje janusz japke jared jarek jari jarkko jarle jarmila jarmir jarmo jaromir jaroslav jaroslaw
    jarvis jasmin jasmine jasna jason jaspal jasper jaspreet jatin javed javier jawad jaxon jay jaya jayant jayden
    jayesh jayne jean jeanette jeanine jeanne jeannie jeannine jed jedrzej jeff jeffrey jelani jelena jelica jelle
    jemima jemma jen jenna jenni jennie jennifer jenny jeno jens jenson jeppe jeremiah jeremy jeroen jerome jerry jerzy
    jeske jesper jess jessamy jesse jessica jesus jethro jevgeni jia jiang jiayi jiho jihoon jihye jill jillian jim
    jimmy jin jindrich jing jinho jinwoo jiri jirina jisoo jitendra jitka jiwoo jiyeon jiyoung jo joakim joan joana
    joann joanna joanne joao joaquim joaquin joaquina joasia jocasta jocelyn jochen jodie jody joe joel joelene joelle
    joep joerg joey johan johann johanna johanne johannes john johnnie johnny jolan jolanda jolanta joleen jolene jolyon
    jon jonah jonas jonathan jongho joni jonna jonny jonty jooa joost jordi jorg jorge jorgen joris jorn jorunn jose
    josef josefa josefina joseph josepha josephine josette josh joshua josiah josiane josie josien jost jostein jouni
    jovan jovana joyce jozsef juan juana juanita jude judit judith judy juha juhani juho jukka julek jules julia julian
    juliana juliane julianna julie julien juliet juliette julio julius juliusz jumana junaid jung junho junko junseo
    jurgen jurgita juri jurre jussi justin justine justyn justyna jutta jyoti jyri jyrki kaan kaarina kacey kacper kadir
    kadri kaede kagiso kaho kai kaia kairi kaisa kaito kaja kajetan kalevi kalina kalle kalman kalpana kalyani kamal
    kamala kamaljit kamau kamil kamila kamran kanika kaori kara karan karel karen kari karim karima karin karina kariuki
    karl karla karlheinz karlo karoliina karolina karoline karoly karsten karthik kartik kasia kasimir kaspar kasper
    kasra kat katalin katarina katarzyna kate katelyn katerin katerina katharina katherine kathleen kathrin kathryn
    kathy katia katie katinka katja katlego katri katrin katrina katy katya kavita kavya kay kaya kayden kayla kaylee
    kayode kazimierz kazimir kazuki kazuko kazuo keanu keeley keely keerthi kees kehinde keiji keiko keir keisha keisuke
    keith kelechi kelly kelsey kelvyn kemal kemi ken kenan kendra kenji kenna kenneth kenny kenta kenzie kerem keren
    keri kerry kerstin kerttu keshav ketil kevan kevin khadija khaled khalid khalida khalil khanh khanyi khawla khoa
    khushi kian kiara kieran kiki kim kimberly kimmo kinga kipchoge kiprop kiran kirill kirsi kirsten kirstin kirsty
    kishan kitti kitty kiyoshi kjartan kjell kjersti klaas klara klaudia klaus klemens knud knut kobi koen kofi kohei
    koji kojo kolya konrad konstantin konstantina kordula korina kornelia kostas kotaro koushik krishna kristen kristian
    kristiina kristin kristina kristjan kristo kristof kristoffer kristyna kriszta krisztian krysia krystian krystof
    krystyna krzysiek krzysztof ksenia kubra kumar kumiko kunal kurt kutay kveta kwabena kwaku kwame kwasi kwesi kyle
    kylie kyllikki kyoko kyra kyrre kyungmin lachie lachlan ladislav laetitia laia laila lajos lakisha lakshmi lalit
    lalita lamar lamia lamine lana lara larissa larry lars lasha lasse laszlo latifa latifah latika latisha latoya laura
    laure lauren laurence laurens laurent laurentiu lauri laurie lauryn lavinia laxmi layan layla lea leah leander
    leandro leanne leart lee leena leif leighton leila leilani leire lela lelia lena lenka lennart lenny leo leon leona
    leonard leonardo leonhard leonie leonor leopold leopoldo lerato leroy lesley leslie leszek leticia letizia lev levi
    lewis leyla li lia liam liana liane liba libby libor libuse lidia lieke lien liesbeth liesel lieselotte liesl liina
    liisa lila lilach lilia lilian liliana lilla lillian lilly lilou lily lin lina linda lindiwe lindsay lindsey ling
    linh linnea lino linus lionel lior liora liron lisa lisbeth lise liuba liv livia liviu liya liz liza lizzie ljubica
    lleucu llewelyn llinos llyr lobke loes logan loic lois lola lora lorcan loredana lorella loren lorena lorenz lorenzo
    loretta lori lorna lorraine lothar lotta lotte lottie lou louane loubna louis louisa louise lourenco lovisa lowri
    luana lubna lubos luc luca lucas lucasz lucia lucian luciana luciano lucie lucien lucille lucinda lucja lucrezia
    lucy ludek ludger ludmila ludovic ludwig luigi luis luisa luise luiz lujain lukas lukasz luke lulu luminita luna
    lungile lupe lutz luz lwazi lydia lyla lyndon lynette lynn lynne lynsey lyubov maaike maarit maarten maayan mabel
    macarena machteld maciej maciek madalena madalina maddalena maddie madhav madhu mads maelle maelys maeve magda
    magdalena maggie magnus maha mahdi maher mahesh mahmoud mahmud mahmut mahnoor mai maia maija maik maike maiko maire
    mairead mairi maisie maite maja majed majid makena makoto malachi malak malcolm malene malgorzata malik malika malin
    malka malte mamadou manal manami manav mandla mandy manfred manfredi manish manisha manjit manoj manolo manon
    manpreet mansour manu manuel manuela mara maram marc marcel marcela marcelina marcella marcelle marcello marcelo
    marcia marcin marco marcos marcus mareike marek margaret margarete margarita margaux marged margherita margit margot
    margret margrethe margriet margrit marguerite mari maria mariah mariam mariama marian mariana mariangela marianne
    maribel marie marieke mariella marietta marija marijke marijn marika marike mariko marilyn marina mario marion
    marisa marisela marisol marissa maristela marit marius mariusz marja marjan marjatta marjolein marjorie marketa
    markku marko markus marla marlene marlies marloes marlon marnie marta marten martha marti martijn martin martina
    martine marton martti marty marvin marwa marwan mary maryam maryann marysia marzena masaki masako masao masashi
    masha mason massimo matan matej mateja mateo mateusz matheus mathias mathieu mathilda mathilde mathis matias matilda
    matilde matous matt matteo matthew matthias matthieu matti mattia mattias matyas maud maura maureen mauri maurice
    mauricio maurizio mauro mawuli max maxence maxim maxime maximilian maxine maya mayank mayu mayumi mazen mbali
    mechthild meera meg megan meghan megumi mehdi mehmet mei meike meinhard meinir meirav meirion mel melanie melek
    melih melike melina melinda melissa meltem melvin menachem menna menno merav mercyline meredith merel mererid merete
    meritxell merja mert merve mervi meryem meryl metin mette meytal mhairi mhari mia micah michael michaela michal
    michalina micheal michel michela michele michelle michiko mick mickael mickey midori mieke mietek miguel mihaela
    mihai mihaly mihir mihkel miia mika mikael mike mikhail miki mikkel mikko miklos mikolaj mila milada milena milica
    milind milla millicent millie milo milos miloslav milosz milton mimi mina mindy ming minh minho minji minjun minna
    minoru minseo mira miranda mircea mireia mireille mirela mirella miri miriam mirja mirjam mirko miroslav miroslava
    miroslaw mirva misaki misha mitch mitchell mitra mitsuko miyoung miyu miyuki modupe moe mogens mohamed mohammad
    mohammed mohan mohit mohsin moira moises molly momoko mona monica monika monique montse morag mordechai morgan
    morgane moritz morten moses moshe mostafa mounir mourad moussa mpho mthunzi muhammad muireann mukesh mukund muna
    munir murad murat muriel murilo mustafa muthoni mwangi myfanwy mylene myra myrddin myriam myrthe myrtle naama nabil
    nabila nachum nadege nadezda nadia nadim nadine nadja nael naftali nagwa nahid nahla nahuel naila naima najat najib
    najla nakul naledi namrata nanami nancy nandini nanette nanna naoki naoko naomi naresh narges nasim nasir
    nasreen nasser nassim nastassja nat natalia natalie natan natasha nate nathalie nathan nathaniel natsuki naveen
    navin nawal nayan nayeli nazan nazanin nazia nazli neculai ned neda neelam neeraj neha neil nele nell nella nellie
    nelson nelu nerea nerys neslihan nessa nestor netta neus nevena nevin ngoc ngozi nguyen nhung nia niall niamh
    nicanor nicholas nick nicki nicky nico nicola nicolas nicole nicoleta nicoletta nicolo nicusor nidal niels nienke
    nigel nihal niharika nihat niilo niina nika nikhil niki nikita nikki niklas niko nikodem nikola nikolai nikolaus
    nikolina nikos nilay nilesh nilgun nili nils nimisha nina nino ninon nira nirmala nisha nishant nisreen nissim nita
    nitin nitzan nizar njal njeri nkechi nkosana nnamdi nneka noa noah noam noboru noel noelle noemi noemie nokuthula
    nomsa nomvula nonhlanhla noor noortje nora norbert norberto noreen noriko norma norman nour noura ntombi nuala nuno
    nunzia nuray nurcan nuria nurit nurul nyambura nyasha oana oanh obafemi obi obinna octavia oddvar odelia odette
    odhiambo odhran odile ofelia ofer ofir ofra ogechi oguz oguzhan ohad oisin okello ola olabisi olaf olamide
    olanrewaju olatz olav olayinka oldrich ole oleg olek oleksandr olena olga oli oliver olivia olivier ollie olof olu
    olufemi olumide oluwaseun oluwatobi omaima omar omari omer omolara omri ondrej onni onur onyeka oona oonagh opeyemi
    ophelia oren oreste orhan oriol orit orla orlaith orna ornella orsolya ortrud osama osamu oscar osian oskar oskari
    osman osmo osnat osvaldo oswin otakar otavio othman otieno otmar ottavia ottilie otto oumar ousmane ovidiu owain
    owen oyvind ozan ozge ozgur ozlem paavo pablo paddy padma padraic padraig paige paivi palesa pallavi palle paloma
    pam pamela pankaj panu paola paolo paramjit parisa parth parul parvati pascal pascale pascual pasquale pat patrice
    patricia patrick patrik patrizia patrycja patryk patty paul paula pauliina paulina pauline paulo pavel pavla pavlina
    pawel payal pedro peggy pehr pekka pelin pelle pelumi penelope pentti pepe pepijn percy pernille perrine perry
    perttu petar pete peter petr petra petre petros petru petter petteri petunia petya peyton phil philip philipp
    philippa philippe phillip phoebe phuc phuong phyllis pia piero pierre piet pieter pietro piia pilar pim pinar
    pinchas piotr pippa pirjo pirkko piroska plamen polly pooja poul prachi pradeep prakash pramod pranav prasad
    prashant prateek pratik preben preeti premysl priscilla priti priya priyanka proinsias prudence przemek przemyslaw
    purnima qasim qing quan quang quentin quincy quinn quitterie quyen quynh rabab rabia rachel rachid radek radhika
    radim radka radoslaw radovan radu radwan rafa rafael rafaela rafal raffaele raffaella rafi rafiq raghav raghu ragnar
    ragnhild rahim rahma rahul raija raili raimo raimondo raimund raimundo rainer raisa raj raja rajaa rajan rajat
    rajeev rajendra rajesh rajiv rakesh ralf ralph raluca rama ramesh rami ramiro ramon ramona ramya ramzi rana randa
    randall randy rania ranjit raoul raphael raphaelle raquel rasa rasha rashad rasheed rashid rashmi rasmus raul ravi
    ravindra rawan ray rayan raymond raymonde rayyan razia razvan rebecca recep reece reem refilwe reggie regina
    reginald regine rehana reidar reijo reiko reiner reinhard reinhold reinier reka rekha remi remy ren rena renan
    renata renate rene renee renske renu renzo reuben reut rex reyansh reynaldo reza rhea rhian rhiannon rhoda rhodri
    rhona rhonda rhun rhydian rhys ricardo riccardo richard rick rickard ricky rieko riikka riitta rikke riku riley rima
    rina rinske rishi risto rita ritu ritva rivka rivkah riya riyad roald rob robbie robert roberta roberto robin robyn
    rocco rochelle rocio rod roderick rodica rodney rodolfo rodrigo roel rogelio roger rohan rohini rohit roisin roland
    rolf romain roman romilly romina romy ron ronald ronan ronen roni ronit ronja ronnie roope rory ros rosa rosalba
    rosalia rosalie rosalind rosamund rosanna rosaria rosario roscoe rosemarie roshan rosie ross rossella roswitha rotem
    rotimi rowan rowena roxana roxanne roy rozalia ruairi ruaridh ruba ruben ruchi rudi rudiger rudolf rudy rufus
    ruggero rui rukiye rukmini rula rupali rupert ruprecht ruqayya russ russell rutendo rutger ruth ruud ruxandra ruzena
    ryan ryo ryoko ryota rysiek ryszard saad saanvi saara sabina sabine sabri sabrina sachiko sachin sadhbh sadia sadie
    sadiq saeed safa safiya sagal sahar sahil sai saida saima sajid sakina sakura sal saleh salih salim salla sally
    salma salman salome saloua salvador salvatore salwa sam samah samantha samara sameer samer sami samia samina samir
    samira sammy samson samuel samuele samuli sanaa sanad sandeep sander sandor sandra sandrine sandro sangeeta sangmin
    sanjana sanjay sanjeev sanna sanne sanni santina santosh saoirse sara sarah sarika sarit sarita sascha sasha saskia
    satish satomi satoshi saul saurabh saverio savita sawsan sayaka sayed scarlett scott seamus sean sebastian sebastien
    sedat segolene segun seija seiji sekou selcuk selena selim selin selina selma semih semra senait senem senga seo
    seojun seoyeon seppo serdar serena serge sergei sergey sergio serkan seth seun seung seungho seungmin sevda severine
    sevgi sevim seydou sezen sezgin shabnam shabtai shadi shadia shahd shahid shaima shaina shalini shamim shan shane
    shani shania shanice shankar shannon shanti sharad sharif sharon shashi shaul shaun shauna shawn shaza sheena
    sheetal sheila shelby sheldon shelley shelly sheng shereen sherif sherry sheryl shigeru shilpa shimon shinichi
    shinji shiori shir shira shireen shirin shirley shiv shiva shlomi shlomo shmuel sho shobha shona shoshana shota
    shreya shruti shu shubham shuki shweta sian sibel sibusiso sibyl sibylle sid siddharth sidney sidonie siegfried
    sieglinde siegmund sietse sigal sigbjorn signe sigrid sigurd siham silas silke silvana silvia silvio silviu simao
    simeon simon simona simone simran sina sinan sinead sinem sinikka siobhan sioned sipho sirkka sirpa sissy sivan siya
    sizwe sjaak sjoerd slawek slawomir sliman slobodan smadar smita sneha snezana snorre sofia sofie sofieke sohee
    solange solene solomon solvei solveig somchai sonal sonali sondre songul sonia sonja sonya soo soojin sophia sophie
    sorcha soren sorin sorina sorley soyeon spencer sridhar srinivas stacey stacy stan stanislav stanislava stanislaw
    stanley stavros stef stefan stefania stefanie stefano steffan steffen steffi steinar stella stellan sten stepan
    steph stephan stephane stephanie stephen steve steven stewart stian stig stijn struan stu stuart sture su suad
    subhash sudha sudhir sue suhail suhair sujata sujin sukhdeep suki sukran sulaiman suleyman sultan suman sumaya sumit
    sunghoon sunil sunita sunniva suresh susan susana susanna susanne sushil sushma susi susie susumu suvi suzanne suzie
    svatopluk svea svein sven svend svenja sverre sveta svetlana swantje swati sybil sybille sylvain sylvia sylvie
    sylwia synne synnove sytse szabolcs szilard szilvia szymon tabea tabitha tadashi tadeo tadeusz tadhg taehyung
    tafadzwa taha taher tahir taiwo takashi takeshi takumi tal talal talia tamar tamara tamas tameka tamika tammy
    tancredi taneli taner tania tanja tanmay tanner tanvi tanya tapani tapio tapiwa tara tarek tareq tariq tarja tarkan
    taro tarquin taru tarun tasha tasneem tatenda tatiana tatyana tavish tayfun taylor tebogo ted teddy teemu tegan
    tegwen tejas telmo tembi temi temitope tendai teo teodor terence teresa terese terez tereza terje tero terrence
    terri terry terttu tess tessa tetsuya teun teunis thabo thalia thamer thandeka thandi thandiwe thanh thao thea
    thelma themba theo theodor theodora theodore theresa therese thi thiago thibault thierry thijs thinh thomas thora
    thorben thore thorsten thorvald thuy tiago tian tiberiu tibor tierney tiffany tiia tiina tijmen tijn tilda tilly
    tilman tim timea timo timothee timothy tina tinashe tino titilayo tiziana tiziano tjark tjeerd tobi tobias toby todd
    tolga tom tomas tomasz tomek tomer tomi tommaso tommi tommy tomo tomoko tomomi tomos toni tonia tonje tony tonya
    torben torbjorn tord tore torgeir toril torill torkel torstein torsten toru torunn toshiko tova tove tracey traci
    tracy trang traudel travis trent trevor tricia trijntje trina trine trinh trish tristan troels trond trude trudy
    truls trung truus trygve tsepo tsering tsubasa tsvetan tuan tugba tugce tuija tulay tumelo tuncay tunde tuomas tuomo
    turgut turid turkan turlough tuula tuulikki tuva tuyet tyler tymon tyrone tytti tzachi tzipi tzvi uche uchenna uday
    udo ugo ugur ulf ulises ulla ulrich ulrik ulrike uma umar umberto umit umut unai unathi unni uri uriel ursel ursula
    urszula urvashi usama usha usman utkarsh uwe uyen uzoma vaclav vadim vaino vaishali val valdemar valentin valentina
    valentino valere valeria valerie valeriu valery vanda vandana vanessa varun vasant vasco vasile vasilis vasily vedat
    veena veer veera veerle vegard veikko veit veli vendula venla vera verena vernon veronica veronika veronique vesna
    vibeke vicenta vicente vicki vicky victor victoria vidar vidya vigdis viggo vihaan viivi vijay vijaya vik vikas
    vikram viktor viktoria vilde vilem vilhelm vilho vilja vilma vilmos vinay vince vincent vincenzo vineet vinh vinod
    violet violeta viorel viorica vipul virag virginie virpi vishal vito vitoria vittoria vittorio vivek vivian viviana
    vivien vivienne vlad vladena vladimir vlasta vlastimil vojtech volkan volker vuokko vusi vytautas wael wafa wahid
    waldek waldemar walid wallace wally walt walter waltraud wambui wanda wang wangari wanjiku wanjiru warren wassim
    wataru waweru wayne wei wekesa wen wenche wendell wendy wenzel werner weronika wes wesley whitney widad wiebe wiebke
    wieke wieslaw wiktor wiktoria wilfred wilfredo wilfried wilhelm willa willem willemijn william willie wilma wim
    winfried winnie winston wioletta wisam wissam witek witold wladyslaw wojciech wojtek wolfgang wolfram wout wouter
    xabi xander xaver xavi xavier xenia xiang xiao xiaoming ximena xin xiu xochitl xu xuan yaa yaakov yadira
    yael yagmur yahya yair yalcin yan yana yang yaniv yann yannick yara yarden yaron yaroslav yasemin yaser yash yasin
    yasmeen yasmin yasmine yassin yasuko yavuz yaw yazan yehuda yehudit yejin yelena yeliz yemi yeongsu yeonjun yerlan
    yesenia yesim yetunde yi yiannis yigal yigit yilmaz ying yishai yitzhak yngve yoann yoav yocheved yogesh yohann yoko
    yolanda yonas yonca yoni yoona yorick yosef yoshi yoshiko yoshio yossi yosuke yotam younghee youngmi yousef youssef
    youssra ysabel yu yuan yui yuichi yuji yuka yukari yuki yukiko yuko yulia yumi yumiko yun yuna yunseo yunus yuri
    yusra yusuf yuta yuto yuval yuya yves yvette yvonne zac zach zachary zack zadie zahir zahra zaid zaina zainab zainal
    zak zakaria zaki zane zanele zaneta zara zarina zayd zbigniew zbynek zbyszek zdenek zdenka zdzislaw zeev zehava
    zehra zeina zeinab zeke zekiye zelda zelie zenobia zenon zerrin zev zeynep zhang zhen zhi zia ziad zina zineb zita
    ziva ziyad zlata zodwa zoe zofia zohar zoltan zora zoraida zoran zosia zsofi zsofia zsolt zsuzsa zsuzsanna zuhair
    zuleika zulema zuri zuzana zuzanna zvi zvonimir zygmunt
    """.split()
)
