"""Given names of many languages. Names that are also words of a language are in its locale."""

from __future__ import annotations

# Names that rarely mean anything else when they are capitalised. Keys have no accents and are in lower case.
NAMES = frozenset(
    """
    aaron abby abdul abdullah abe abena abigail abraham ada adam adele adil aditya adnan adrian adriana adrien agnes
    ahmad ahmed aida aidan aiden aiko aileen aine ainhoa aino aisha ajay akash aki akiko akira aksel akua al alain
    alan alana alba albert alberto alec alejandra alejandro aleks aleksandr aleksandra alena alessandra alessandro
    alessia alex alexander alexandra alexandre alexei alexey alexia alexis alf alfie alfred alfredo ali alice alicia
    alina alisha alison alistair allan allen allie allison ally alma alonso alvaro alvin alyssa ama amaka amal amanda
    amara amelia amelie amina amir amit amitabh amrita amy ana anahita anais anand ananya anastasia ander anders andre
    andrea andreas andrei andres andrew andrey andrzej andy aneesh anette angela angelica angelina angelo angie anh
    anika anil anita anja anjali ankit ankita ann anna annabel annalena annalise anne anneke annette annie annika
    anouk ansel anselm ante anthony antoine anton antonia antonio antti anu anya aoife aparna aram archie ari aria
    ariana arielle arif arjun arlene arman armando arnaud arne arnold aron arthur arturo arun arvind asha asher ashley
    ashok ashwin asif astrid asuka atsuko aubrey audrey augustin aurelie aurora ava avery avi axel aya ayaan ayako
    ayesha ayla ayse aziz azra balazs balint barbara barney barry bart bartek bastian bea beatrice beatriz becca
    beckett becky ben bence benedict benita benjamin bennett benny benoit bernadette bernard bernd bernie bert bertha
    beth bethany betsy betty bev beverly bianca bilal bilge birgit bjorn blaise blake blanca bo bob bobby bogdan boris
    brad bradley bram brandon branko brenda brendan brent brett brian briana bridget brigitte britta brittany bronwyn
    bruce bruno bryan bryce bryony caitlin calvin cameron camila camilla camille candice cara carina carl carla carlo
    carlos carly carmen carol carole caroline carolyn carrie carsten casey cassandra cassie catalina caterina
    catherine cathy catriona cecile cecilia cedric celeste celia celine cesar chad chanda chandra chantal charlene
    charles charley charlie charlotte chela chen cheng cheryl chiamaka chiara chidi chika chinedu chioma chloe chris
    chrissy christa christel christiane christina christine christof christoph christophe christopher christy chuck
    chung chunhua ciara cillian cindy claire clara clarence clarissa clark claude claudia claudio claus clemens
    clement clementine cleo cliff clifford clint clive clyde cody colette colin colleen connie connor conor conrad
    constance cora coralie corey corinna corinne cornelia cosmo courtney craig cristian cristiano cristina curtis
    cynthia cyril daan dace dagmar dai daiki damian damien damon dan dana daniel daniela daniele danielle danijel
    danilo danny dante daphne dara daria dario darius darlene darrell darren darryl daryl dave david davide dean
    deanna deb debbie debby deborah debra declan dee deepa deepak deepika deirdre delia delphine demetrius demi denis
    denise dennis derek dermot des desiree desislava desmond devika dexter diana diane didier diego dieter dilip
    dillon dimitar dimitri dimitris dina dinesh dirk divya dmitri dmitry dolores dominic dominik dominique don donald
    donna dora doreen dorian doris dorota dorothea dorothy dot dottie doug douglas drew duarte duc duncan dung dustin
    duy dwayne dwight dylan eamon ebony ed eddie eddy edgar edie edith edmund edna eduard eduardo edward edwin eileen
    eino eirik ekaterina elaine elan eleanor elena eleni elfriede eli elia elias elif elina elinor elisa elisabeth
    elise eliza elizabeth elke ella ellen ellie elliot elliott elmar eloise elsa elsie elton elvira emanuel emeka emil
    emile emilia emilie emilio emily emma emmanuel emmett emre enda enrico enrique enzo eric erica erich erik erika
    erin erkan ernest ernesto ernst errol erwin esme esperanza esra esteban estelle esther eszter ethan ettore eugenia
    eugenio eun eva evan evangeline evelina evelyn evgeny ewa ewan eyal ezra fabian fabien fabienne fabio fabrice
    fabrizio faisal fang farah farhan farid fatima fatma fatou federica federico felicia felicity felipe felix femi
    femke feng fenna ferdinand ferenc fergus fernanda fernando fidel filip filippo finn finnegan fiona fionn flavia
    flora florian floris fran frances francesca francesco francine francis francisca francisco franck franco francois
    francoise frank frankie franz fred freda freddie freddy frederic frederick frederik freya frida frieda friedrich
    fritz fumiko gabe gabi gabor gabriel gabriela gabriele gabriella gabrielle gareth garrett gary gaurav gavin gemma
    geoff geoffrey george georges georgina gerald geraldine gerard gerd gerda gerhard gerry gert gertrude giacomo
    gianluca gianni gideon gil gilbert giles gina ginevra ginny giorgia giorgio giovanna giovanni gisela gita gitte
    giulia giulio giuseppe gladys glenda glenn gloria goncalo goran gordon gosia gottfried grazia greg gregor gregory
    greta gretchen grzegorz guido guillaume guillermo gulsen gunnar gunther gus gustav gustavo gwen gwendolyn gyorgy
    habib hadas hadi haim hakan hakim hal hamid hamish hamza han hana hank hanna hannah hannes hans hao harald haris
    harold harriet harris harrison harry haru haruka haruki harvey hasan hassan hayden hayley hazel heather hector
    hedda hedwig heidi heike heiko heinrich heinz helen helena helene helga helmut henk hennie henri henrik henrike
    henry herbert herman hermann hideo hieu hilary hilda hilde hina hiro hiroko hiroshi hoang holly horst hortense
    howard huang hubert huda hugh hugo hui humberto hung huong husam hussein hyejin hyun ian ibrahim ichiro ida idris
    ignacio igor iker ilana ilaria ildiko ileana ilona ilse ilya ilze iman imani imke imogen imran imre ina ines inga
    inge ingeborg ingo ingrid ingvild inigo ioana ioanna ioannis iolanda irena irene iria irina irma isa isaac isabel
    isabella isabelle isaiah isak ishaan ismail isobel istvan itai itzel ivan ivana ivo ivy izabela jaap jacek jack
    jackie jaclyn jacob jacqueline jacques jadwiga jaehyun jaime jake jakob jakub jamal james jamie jamila jana jane
    janet janice janina janine janis janos jared jarek jaroslav jasmin jasmine jason jasper javier jay jaya jayden
    jayne jean jeanette jeanne jeannie jed jeff jeffrey jelena jelle jen jenna jennie jennifer jenny jens jeremiah
    jeremy jerome jerry jess jesse jessica jesus jia jiang jiho jihye jill jillian jim jimmy jin jing jiri jo joan
    joana joanna joanne joao joaquim joaquin jocelyn jochen jody joe joel joelle joerg joey johan johann johanna
    johannes john johnny jon jonah jonas jonathan jonna jonny joost jordi jorg jorge jorgen joris jose josef josefina
    joseph josephine josette josh joshua josiah josie joyce jozsef juan juana juanita judith judy juha jukka jules
    julia julian juliana juliane julie julien juliet juliette julio julius jung junko jurgen juri justin justine
    justyna jyoti kadri kai kaito kaja kalle kamal kamil kamila kamran kaori kara karel karen karim karin karina karl
    karla karolina karsten kasia kasper kat katalin katarina katarzyna kate katelyn katerina katharina katherine
    kathleen kathrin kathryn kathy katia katie katja katrin katrina katy katya kavita kavya kay kaya kayla kaylee
    kazuki kazuo keiko keith kelly kelsey kemal kemi ken kendra kenji kenneth kenny kenta kerry kerstin kevin khadija
    khaled khalid kiara kieran kiki kim kimberly kiran kirsten kirstin kirsty kitty kjell klara klaus knut kofi koji
    kojo kristen kristian kristin kristina kristof krystyna krzysztof kumar kunal kurt kwame kwesi kyle kylie kyoko
    lachlan laia laila lakshmi lamar lana lara larissa larry lars laszlo latisha laura laure lauren laurence laurent
    laurie lavinia lea leah leandro leanne lee leena leif leila leire lela lena lenka lenny leo leon leona leonard
    leonardo leonie leonor leopold lerato leroy lesley leslie leticia lev levi lewis leyla li lia liam liana lidia
    lien liesel liina liisa lila lilian liliana lillian lily lin lina linda lindsay lindsey ling linh lino linus
    lionel lisa lisbeth lise liv livia liz liza lizzie ljubica logan lois lola lora loren lorena lorenz lorenzo
    loretta lori lorna lorraine lotta lotte lou louis louisa louise luc luca lucas lucia lucian luciana lucie lucien
    lucille lucinda lucy ludmila ludwig luigi luis luisa luiz lukas lukasz luke lulu luna lupe lutz luz lydia lyla
    lynn lynne maarten mabel maciej maddie mads maeve magda magdalena maggie magnus mahesh mahmoud mai maia maik maite
    maja makoto malcolm malik malika malin malte mamadou mandy manfred manisha manoj manolo manon manu manuel manuela
    mara marc marcel marcela marcello marcia marcin marco marcos marcus marek margaret margarita margaux margot
    margrit maria mariah mariam marian mariana marianne maribel marie marieke mariella marietta marija marika marilyn
    marina mario marion marisa marisela marisol marissa marit marius mariusz marja marjorie marko markus marla marlene
    marlies marlon marta marten martha marti martin martina martine marty marvin mary maryam maryann masako masha
    mason massimo mateo mateusz mathias mathieu mathilde matias matilda matilde matt matteo matthew matthias matthieu
    mattia mattias maud maura maureen maurice mauricio maurizio mauro max maxim maxime maximilian maxine maya mayu
    mayumi meera meg megan meghan mehdi mehmet mei mel melanie melina melinda melissa melvin meritxell mia micah
    michael michaela michal micheal michel michele michelle michiko mick mickey midori miguel mihai mihkel mika mikael
    mike mikhail mikkel mikko mila milena milica millicent millie milo milos milton mimi mina mindy ming minh minji
    minseo mira miranda mircea mirela miriam mirjam mirko miroslav mitch mitchell mitra miyuki moe mohamed mohammad
    mohammed mohan mohit moira moises molly mona monica monika monique montse morgan moritz morten moses mostafa
    muhammad muriel mustafa myra myriam myrtle nadia nadine nadja naima nan nancy naoki naomi narges nasim nasser nat
    natalia natalie natasha nate nathalie nathan nathaniel naveen nazli ned neda neha neil nell nellie nelson nerea
    nestor neus ngozi nguyen nia niall niamh nicholas nick nicki nicky nico nicola nicolas nicole niels nigel nika
    nikhil niki nikita nikki niklas niko nikola nikolai nikolaus nikolina nikos nils nina nino nisha nishant nitin
    njeri noa noah noel noelle noemi nora norbert noriko norma norman nour nuno nuria nurul obinna octavia odette
    odile ola olaf ole oleg oleksandr olena olga oli oliver olivia olivier ollie oluwaseun omar omer oona ophelia oren
    oriol orla oscar oskar osman otieno otto ousmane owen ozan ozgur pablo paddy padma padraig paige pam pamela paola
    paolo pascal pascale pat patrice patricia patrick patrik patrycja patty paul paula paulina pauline paulo pavel
    pawel pedro peggy pekka pelle penelope pepe percy perry petar pete peter petr petra petros petunia petya peyton
    phil philip philipp philippa philippe phillip phoebe phuong phyllis pia pierre piet pieter pietro pilar piotr
    pippa plamen polly pooja prakash pranav prasad pratik priscilla priti priya priyanka prudence przemek qing quan
    quentin quinn quynh rachel rachid radek radu rafa rafael rafal rafi raghu rahul raisa raj raja rajesh rajiv ralf
    ralph rama ramesh ramon ramona rana randall randy rania ranjit raphael raquel rasa rashid rasmus raul ravi ray
    raymond raymonde rebecca reem reggie regina reginald reiko reinhard reinhold remi remy ren rena renata renate rene
    renee reuben rex reza rhea rhiannon rhoda rhonda rhys ricardo riccardo richard rick ricky rieko riku riley rima
    rina rita ritu rob robbie robert roberta roberto robin robyn rocco rochelle rod roderick rodney rodolfo rodrigo
    roger rohan rohit roland rolf romain roman romina romy ron ronald ronan ronja ronnie rory ros rosa rosalie
    rosalind rosanna rosario rosemarie rosie ross rowan roxanne roy ruben rudi rudolf rudy rui rupert russ russell
    ruth ryan ryo ryoko saanvi sabina sabine sabrina sachiko sachin sadia sadie saeed sagal sahar sai sakura sal salim
    sally salma salman salome salvador salvatore sam samantha samara sami samina samir samira sammy samson samuel
    sander sandra sandrine sandro sanjay sanjeev sanna sanne santosh sara sarah sarita sascha sasha saskia satoshi
    saul saurabh scarlett scott seamus sean sebastian sebastien selena selim selina selma seo serena serge sergei
    sergey sergio seth seung shahid shaina shan shane shannon shanti sharon shaun shauna shawn sheila shelby sheldon
    shelley shelly sheng sherry shinji shira shirin shirley shiv shiva sho shona shreya shruti shu sibylle sid
    siddharth sidney siegfried sigrid silke silvia silvio simeon simon simona simone sina sinead siobhan sipho sissy
    siya sjoerd sliman slobodan snezana sofia sofie solange solomon solveig sonal sonali sonia sonja sonya soo sophia
    sophie soren soyeon sridhar srinivas stacey stacy stan stanislav stanley stavros stef stefan stefania stefanie
    stefano stella sten steph stephan stephanie stephen steve steven stewart stig stijn stuart su subhash sudha sue
    suki sultan suman sumit sunil sunita suresh susan susana susanna susanne susi susie suzanne suzie sven svenja
    svetlana swati sylvain sylvia sylvie tabea tabitha tadashi tadeusz takashi takeshi tal talia tamar tamara tamas
    tameka tamika tammy tania tanja tanner tanvi tanya tara tarek tariq taro tarun tasha tatiana tatyana taylor ted
    teddy teemu tembi teo terence teresa terrence terri terry tess tessa thabo thandi thea thelma theo theodor
    theodora theodore theresa therese thi thiago thibault thierry thijs thomas thorsten tiago tian tiffany tilda
    tilman tim timo timothy tina tino tjark tobi tobias toby todd tom tomas tomasz tomek tommaso tommy tomo tomoko
    toni tonia tony tonya torben torbjorn tore torsten tove tracey traci tracy travis trent trevor tricia trinh
    tristan trudy tsvetan tuan tunde tuyet tyler tyrone udo ulf ulla ulrich ulrike uma umar umberto umut unai ursula
    usha uwe vadim val valentin valentina valeria valerie valery vanessa vasco vasily veer veikko vera verena vernon
    veronica veronika veronique vicente vicki vicky victor victoria vidya vijay vik vikas vikram viktor viktoria vilma
    vince vincent vincenzo vinh vinod violet violeta viorica vishal vito vittorio vivek vivian viviana vivienne vlad
    vladimir vlasta volker vytautas wafa wahid wallace wally walt walter wambui wanda wang wanjiru warren wayne wei
    wen wenche wendell wendy wenzel werner wes wesley wiebke wilfred wilhelm willem william willie wilma wim winnie
    winston wojciech wolfgang wout xabi xander xavier xenia xiang xiao xiaoming ximena xin xiu xochitl yael yan yana
    yang yann yannick yara yaroslav yasemin yash yasmin yasmine yasuko yaw yesim yetunde yi ying yitzhak yoko yolanda
    yonas yoshi youssef ysabel yu yuan yui yuki yuko yulia yumi yun yuri yusuf yves yvette yvonne zac zach zachary
    zack zainab zane zara zarina zbigniew zdenek zehra zeke zelda zeynep zhang zhen zhi zineb zita ziva zoe zofia
    zoltan zoran zsofi zsofia zuri zuzana zvonimir
    """.split()
)
