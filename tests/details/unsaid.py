"""Phrases that name neither an owner nor a due date, though they look as if they did."""

from __future__ import annotations

# `#` begins a kind
_TABLE = """
# first words that are no names, with please behind them
Kitchen please clean the sink
Kitchen pls clean the sink
Team please read the minutes
Team pls read the minutes
Please call the bank
Please clean up
Pls call the bank
Everyone please sign the card
Somebody please buy milk
Coffee please order more
Office please keep tidy
Guys please lock the door
Folks please lock the door
Window please close it
Volunteers please arrive early
Parents please sign the form
Kids please tidy up
Management please note the change
Quiet please during the test
Tickets please have them ready
Receipt please keep it
Reminder please call the bank
Urgent please call the bank
Chairs please stack them
Lights please switch off
Water please top up
Mum please call the school
Kitchen, please clean the sink
Team, please read the minutes
Volunteers, please arrive early
Tomatoes, please buy six
Ladies, please lock the door
Finally, please lock the door
Therefore, please lock the door
Students, please hand in the essay
Drivers, please check the tyres
Otherwise, please call the bank
# labels with a colon or a dash
Budget: review the numbers
Kitchen: clean the sink
Garden: cut the hedge
Invoice: send to client
Website: update the prices
Groceries: buy milk
Dinner: order pizza
School: sign the form
Dentist: call back
Idea: write a book
Question: ask about the lease
Risk: check the roof
Decision: order the red one
Agenda: send the draft
Topic: review the plan
Venue: book the hall
Homework: write the essay
Travel: book the train
Backend: fix the login
Frontend: fix the menu
Bathroom: fix the tap
Important: call the bank
Reminder: call the bank
Warning: check the gas
Update: send the list
Goal: finish the book
Next: call the bank
Later: call the bank
Music: book the band
Logistics - book the van
Security - check the gate
Catering - order the cake
Rent - pay the landlord
Laundry - wash the towels
Hotel - book two nights
Phase 2 - order the timber
Berlin - book the hotel
# initials that are no people
PR: send the release
UI: fix the menu
API: update the docs
FAQ: write the answers
DB: update the index
OS: update the laptop
PC: update the drivers
TV: call the shop
AC: clean the filter
BBQ: buy charcoal
DIY: buy paint
VAT: pay the bill
USA: book the flight
UK: send the parcel
NY: book the hotel
EU: check the rules
US to send the parcel
FYI: send the list
PS: call the bank
NB: check the gas
RE: call the bank
FW: send the list
ASAP: call the bank
TBD: check the roof
TBC: book the hall
WIP: write the intro
MVP: fix the login
KPI: update the chart
CRM: update the contacts
SQL: fix the query
CSS: fix the menu
PDF: send the file
export the deck (PDF)
export the sheet -> CSV
send the parcel (UK)
buy a shirt (XL)
buy batteries (AA)
fix the menu (UI)
fix the menu (UX)
order a cable (HDMI)
book the flight (NY)
write the intro (WIP)
send the list (FYI)
check the roof (TBD)
call the bank - ASAP
change the unit -> KG
buy milk (2L)
call HR
ask JK to send the invoice
email JK the invoice
send the invoice to JK
send the invoice to @jk
meet JK
lunch with JK
JK's birthday
JK
JK:
JK to airport
JK to be informed
AB negative blood
GO TO BANK
PAY TO WIN
READ TO KIDS
AM: call the bank
OK to send the invoice
OK, please send the invoice
NO: call the bank
TO DO: call the bank
A to Z guide
X to close the window
AWS: rotate the keys
AWS to fix the outage
DMV: renew the licence
NDA: sign the form
BMW: book a service
BT to fix the line
EE: cancel the contract
VW: book a service
AGM: send the invites
GP: book an appointment
MOT: book the garage
ML: train the model
PE: bring the kit
III: write the intro
IV: check the drip
U.S. to send the parcel
P.S.: call the bank
AJK to review the contract
book a service (VW)
book a service - BMW
# words that are names
Will do
Will do it
Will call
Will send the deck
Will be late
Will need to call the bank
Will there be cake?
Will to live
Will to win
Will power
Mark the exits
Mark as done
Mark the date
Mark my words
Mark up the draft
Mark to market the portfolio
Mark down the prices
Mark all as read
Grace period ends
Grace to be said before dinner
Grace note in bar 4
Rose to plant by the door
Rose garden to weed
Rose bushes need water
Rose prices
Art to hang in the hall
Art to be framed
Art class to book
Art supplies: order
Bill to pay
Bill to be paid
Bill the client
Bill for the plumber
Bill to send to the client
Bills to pay
Sunny day to go out
Sunny with clouds
Sunny side up
Hope to finish
Hope to see you soon
Hope to send the deck soon
Hope to email the speakers
Hope for the best
Joy to the world
Faith to move mountains
Dawn to dusk
Dawn chorus walk
Penny to spend
Pat the dog
Rob the bank
Sue the builder
Jack up the car
Nick the wire
Drew to a close
Drew a map
Chase the supplier
Chase up the invoice
Miles to go
Miles to claim
Guy ropes to buy
Rich to poor
Olive oil
Ivy to trim
Ruby: upgrade gems
Grant to apply for
Grant access to Ana
Violet paint
Dean of students
Frank discussion with the boss
Max volume
Max 10 people
Robin nest in the shed
Jade plant needs water
Crystal glasses to wash
Summer camp to book
Summer clothes to pack
Amber light to replace
Basil: water it
Iris to plant
Daisy chain
Ginger tea
Pepper: buy more
Sage to plant
Herb garden
Cash to withdraw
Chance to win
Page to print
Ward to visit
Ray of light
Gene therapy article
Norm to follow
Lance the boil
Skip the intro
Skip to the end
Carol singing practice
Faith school visit
Eve of the wedding
Angel cake recipe
Merry Christmas
Christian holidays
Star chart to print
# months that are words, and months that are not days
May be late
May need to call the bank
May I borrow the ladder
May the best team win
May call the bank
May bring friends
May: call the bank
May: pay taxes
May - pay taxes
[May] pay taxes
May to June plan
May to be busy
May budget to send
May newsletter
June: review the budget
June - order heating oil
June newsletter to write
June to August: watering
April: pay taxes
April showers
April fools prank
April to June budget
Jan: order the diary
Jan - Mar: collect receipts
August: book the holiday
August to be quiet
March to the station
march to the station
March: pay taxes
march up the hill
March on Washington essay
augusta: read it
file the May receipts
send the April newsletter
pay by May
plan the June trip
launch in March
early March
sometime in May
write the march for the band
review the (May) budget
move the launch -> April
order the calendar (June)
Sept budget
Dec numbers
# rooms, versions, prices, phones, scores, sizes
book room 12
book room 12/3
book room 3.12.
book room 301 for Friday
by 5 in room 301
meet in room 5
Room 12 Friday group
room 3/4
clean rooms 3-5
gate 12
platform 9
floor 3
on the 3rd floor
on the 2nd page
in the 3rd row
fix the 3rd draft
upgrade to version 2.1
upgrade to 3.12
install Python 3.12.
install iOS 17.4
release v1.2.3
version 12/3
pay $12
pay 12.50
pay 3/4 of the bill
price 3.12 per box
sell for 12.11
EUR 12.10
12.50 EUR for stamps
call 555-1234
call 12 34 56
call +49 30 123456
call 020 7946 0958
call 1-800-555-0199
fax 12-10-26
we won 3-2
we lost 2:1
score 3/4
win 6-4
half time 2:2
ratio 3:1
mix 1/2 and 1/2
add 3/4 cup of flour
a 3/4 bed
screw 5/8
size 10/12
open 24/7
9/11 memorial
chapter 3/4
seat 12/3
part 10-11-12
bus 12
flight AB 12
flat 3, house 12
weigh 12 kg
run 5 k
cut by 10
reduce by 3/4
reduce by 5 %
turn up by 2
divide by 12
multiply by 3
6 by 4 photo
2 by 4 timber
24 hours of Le Mans
48 hours in Rome
12 hours of sleep
an hour of piano
two weeks of holiday
three days of rain
open within reach
keep within budget
within 5 metres
within 10 %
in 3 parts
in two halves
in an hourglass
run 5 km in 30 minutes
read the book in two hours
boil the rice in 20 minutes
learn Rust in 24 hours
12 ideas in 12 minutes
works in 2 minutes
limit it to one mail in 5 minutes
VHDL in 48 hours
guess the finishing time within 2 minutes
reply within 24 hours of landing
send the form within 3 days of receipt
in a week's budget
in a minute book
# days that are not due
the latest Friday newsletter
read the latest
latest news
latest version
Friday latest edition
last Friday
since Friday
from Friday on
every Friday
Fridays only
Mon-Fri
each Monday
once a week
twice a month
two weeks ago
a week ago
a week before Christmas
an hour late
every two hours
every 48 hours
every end of month
the end of the story
at the end of the day it is fine
end of line
week ending report
month end report template
mid-March report
mid-term exam
mid-week yoga
Friday's report
Friday night lights
Black Friday
Good Friday
Casual Friday
Monday blues
Sunday roast recipe
tomorrow's slides
what happened yesterday
was due Friday
not by Friday
if it rains on Friday
he said Friday
meeting was Monday
closed until Monday
out until Thursday
away till Friday
email sent Tuesday
moved from Fri to Mon
Fri or Sat
Fri/Sat
between Mon and Wed
Mon to Wed
"by Friday"
read "A Week from Friday"
watch "48 Hours"
watch Freaky Friday
listen to Friday I'm in Love
sun cream
sat nav
wed in June
mon ami
EOM report template
EOD standup template
COB salad
corn on the cob
# people that are not owners
ask Sam to send the deck
remind Ana to call
tell Tom
call Ana
email Sam
Sam's birthday
gift for Ana
lunch with Tom
thank Sam please
Sam to be informed
Sam was there
Sam sent the deck
Sam is ill
Sam likes cake
Sam said please call
Sam to hospital
Letter to Sam
O'Hare to downtown
O'Clock
L'Oreal: order samples
D'oh
McDonald's: order lunch
Rock'n'Roll: book the band
[infra] rotate the keys
(urgent) call the bank
[P1] patch the server
#infra rotate the keys
[Sam's list] buy milk
(see Ana) call the bank
(ask Sam) rotate the keys
# other scripts that are no names
Бюджет: review the numbers
Кухня: clean the sink
Срочно: call the bank
Бюджет to review
Προϋπολογισμός: review the numbers
予算: review the numbers
会議: book the room
東京: book the hotel
预算: review the numbers
예산: review the numbers
회의: book the room
ميزانية: review the numbers
תקציב: review the numbers
बजट: review the numbers
call the bank (срочно)
book the hotel (東京)
export the deck -> 日本
# kept back until the others gave nothing
Garage please keep clear
Playground pls lock the gate
Choir please bring the scores
Anyone please water the ferns
Landlord please fix the boiler
Bakery: order two loaves
Plumbing: replace the washer
Passport: renew online
Playlist - add three songs
PhD: finish chapter two
SUV: check the oil
GPS: update the maps
LED: replace the bulbs
SEO: rewrite the titles
NGO to approve the grant
print the poster (A3)
install the update (OSX)
May bring a plus one
May have to call the bank
march the kids to bed
Will need a bigger van
Mark every page
Bill comes to 84 euros
Rose wine for Friday's dinner
Art fair at 12 Bond Street
lost 4-1 away
dial 0800 123 456
upgrade to 14.2
tickets were 12.50 each
room 9 is too small
send the form (MD)
MD: send the form
ask the rent board (RB)
call the park district (PD)
L.O. to add fractions
Chen | scribe
arts council replies about mid February
leave home around mid-May
AMA: answer the questions
TED: watch the talk
Nursery please label the coats
Customers please queue here
Boss please approve
Cheers, please pass it on
Recipe: stir in the flour
Chapter 4: fix the typos
Boiler - call the engineer
Bedroom 2: paint the ceiling
Deposit: pay in cash
TV: cancel the licence
KPI to review
ETA: ask the courier
RSVP to Kate's party
DNA test to order
convert the file -> MP3
Will it rain on Sunday?
Will you be there Friday?
Mark and file the essays
Rich tea biscuits
Frank the envelopes
May Day parade
june bug spray
march past at noon rehearsal
April invoice: 340 euros
Grace before dinner
Olive branch for the wreath
Hope this helps
2 weeks from delivery to refund
45 minutes of cardio
24 hour pharmacy number
the latest Monday figures
chapter 12 by Dickens
play Wednesday by Tori
Bride please check the seating
Neighbours please move the bins
Suppliers, please invoice by email
Gym please refund the fee
Printer please refill
Butter please buy some
Everybody pls vote
Balcony: water the herbs
Snacks: buy crisps
Banner: order online
Mileage: log the trip
Deck - finish slide four
Roof - call a builder
Session 2 - pick a topic
ISBN to look up
VIP: send the passes
CPR course to book
SOS: call the plumber
TLC for the garden
PIN to change
EV: charge the car
UPS to collect the parcel
buy bulbs (E27)
save as (PNG)
translate the menu (FR)
send the visa form (UK)
Sky: cancel the package
Chase the bank
Rose to 40 euros
Grant writing workshop
Bill and invoice templates
Will and testament to sign
Joy of cooking
Angel delight for pudding
Ruby slippers for the play
Jasmine tea
Sandy beaches in Wales
Rusty hinges to oil
May or June trip
from May to September
the march of progress
in April or so
order number 12-11-26-004
paragraph 3.11. is unclear
they won 5-0 on Saturday
pizza in 30 minutes or free
a month of Sundays
see you in a week or so
two days late
what a week
Bar please restock
Pool please skim
Members please pay the fee
Parking please pay at the machine
Lunch please order salad
Fence: paint it green
Curtains: hem both
Insurance - compare three offers
Level 2 - fix the jump
CCTV: check the tapes
VAT to pay
AGM to plan
BBC: watch the news
MRI to schedule
IKEA to deliver the shelf
order toner (HP)
fly to LA
print in A4
mount the drive (D:)
Will be back soon
Will write soon
May contain nuts
May start early
Mark down the jam
Bill of materials to check
Art deco lamp to sell
Grace Street gutters to clear
Rose petals to buy
Penny for your thoughts
June bride magazine
march madness bracket
April 1st pranks were fun
floor 3, door 7
version 10.11 is out
cost 3.12 a litre
call 0151 496 0000
lost 1-0 to Leeds
hours are 9 to 5
done in 20 minutes flat
once a week Friday
CV to update
CV to send to Ana
TV to fix
Is the shop open on Sunday?
When is the bus on Monday?
# weeks, and people who are not certain
prepare the rota for w/c 30 Nov
book flights w/c 30 Nov
plan the menu for week commencing Monday
sort the rota for the week of 30 Nov
discuss the numbers post Friday
Sam (or Ana) to call Ruth
Sam (not Ana) to call Ruth
Budget (draft): send to Ana
Paris (France) to book
Sam is going to Spain
Ask Tom to send the keys
Water plants on Tue and Thu
Drew the short straw
Call 0800 12 11 26
Survey results expected 1 Dec
upgrade to 10.12.2
Yusuf is drafting the comms plan
Liam on holiday until 30 Nov
# names behind a topic or a request that are given nothing
Cake for Ana, Sam will love it
Dinner at Sam's, Ana to be picked up
Flight: Sam to Paris
Score: Sam to win
Pick up: Max to vet
Talk to Ana, Sam to join
Milk, eggs, Sam to school
We need Sam to be there
Check that Sam will call
Not sure whether Sam will come
Can Sam swim?
please Mark the boxes
Please Frank the letters
Sam is going to the bank
Sam agreed with Ana to go
Sam offered to Ana a job
find the owner Sam
TODO(later) call the bank
L.O. to add fractions and decimals
I.T. to fix the printer
Sunday Roast: buy potatoes
Sunday Roast to feed the family
Anna van hire
# weekends and days that something else belongs to
plan the weekend
what we did at the weekend
write about what happened over the weekend
book the weekend rota
before the weekend trip
prepare for Friday
get ready for Monday
takes 5 working days
the mid-month report
fix the end of today show
move hall 3/12 by the window
# stories, conditions, exclamations, Latin, what others did
Story: Ben to find the treasure
If Sam calls, Ana will answer the phone
In case of fire, Ben to call the brigade
Could Sam please be careful
Bill can you believe it
Can you believe it, Sam
N.B. to check the list
in 5 working days they replied
# a name at the end that is another person, an author, a title or a place in a menu
Call the office / Ana
Cake for the kids / Ana
Order the book / Iain Banks
Order the book - Iain Banks
Read Emma - Jane Austen
Please play the song, Angie
Please feed the cat, Max
Please send it to the team, Ana
Please bring cups, plates, Ben
Settings >> Ana
Things for Ana to do
# questions, the past, amounts, what somebody has
Can Ana send the file or is it too big?
Can Sam read the board?
Sam put the keys on the shelf
Max load the van takes
Priya 2 ring binders
Priya's job interview: buy a tie
Priya's job: teacher
Priya's turn to be it
# members of the family to whom something happens
Mum to visit
Mum to hospital
Dad to have the operation
Dad: mow the lawn
NaN to fill the gaps
# parts of one task
Marcus to chair, Edith to take notes
# people and departments that are only named, words without a capital, what is owned or over
Sam is on holiday
Sam on leave until Friday
Sam on the phone
Sam is in charge
Ask who is responsible for the music
Sam is responsible
Call Sam, he is on it
Sam owns a car
Sam brings joy
Find out if Sam is on it
Check that Sam is handling it
max: 10 people
max - 3 tries
ray: trace the scene
julia: upgrade packages
hugo: bump the theme
rob: the bank
carol: sing it
Buy flowers (maria)
Call the plumber (joe)
invite mike and sara
meet mike, sara and tom
email mike
ask mike to fix the door
gift for mike
lunch with gareth
mike's birthday
mike
mike: 30
gareth called about the invoice
Finance
Finance: the budget
Finance to discuss
Sales to grow
Sales to reach 5 million
Accounts to check
Accounts to close
Board to cut
Chair to fix
Chair to sell on eBay
Reception to plan
Security to tighten
Support to Ukraine
Support to offer
Marketing to improve
Operations to schedule
Ask finance to confirm the cost centre
Call legal to review the NDA
Email marketing to the team
Engineering to study
Finance meeting to schedule
Legal documents to sign
HR to discuss
IT WILL WORK
Manager to be informed
Secretary to be elected
Secretary to hire
President to visit
Treasurer's report to write
Director of Finance to meet
Committee to be formed
Play the song, Angie
Feed the cat, Max
Invite the neighbours, Sam
Call the plumber, Joe
Order the book, Emma
Watch the film, Amelie
Read the novel, Emma
Visit the museum, Ana
Write the card: Ana
Print the badge: Viktor
Schedule the interview: Marcus
Wash the dog: Bella
Report written by Sam
Book by Sam Harris to read
Sign the letter drafted by Sam
Song to be played by Adele
Read the report owned by Sam
Keys handed to Sam
Parcel delivered to Sam
Letter addressed to Sam
Email assigned to the wrong team
Up to date list to send
Up to Sam's house
Down to Sam's for dinner
It's on Netflix
Sam, I need a drink
Sam, I need the toilet
Sam and I went to the park
Sam and me at the beach
Party with Sam and me
Can Sam drive?
Can Sam come to the party?
Can Sam look after himself?
Could Sam be right?
Can Sam eat nuts?
Sam can drive
Sam can be late
Sam can't come
Sam can also book the hall
Sam plans a trip
Sam promised cake
Sam. Ana. Tom.
Sam; Ana; Tom
Thanks Sam. Call the bank
Action: Sam
Action plan: Sam's
Song: Sam is on fire
Dr. No: watch it
Uncle Ben's rice to buy
Aunt to visit
Rev the engine
Captain to elect
S. America to visit
E. Coli to test
A. Budget to send
B. Template to update the list
Remember to call Sam
Don't forget to call Sam
Don't forget Sam
Your turn to cook, not mine
Check the oven / grill
Check London / Paris
Choose tea / coffee
Compare Sam > Ana
x = Sam
Sam responsible?
Sam will
Sam to
Who is Sam
Lead time: 3 weeks
Lead Sam to the door
Who Sam called
Responsible disclosure: write policy
Who will call Sam?
Figure out who owns the rollout
Ana on drums
Elton John on piano
Music by Adele
Board meeting to plan
The board will be repaired
The manager to call
The chair to repair the leg
Call the bank; Sam is out
Fix bug, Sam is blocked
Sam is working on it
Printer jam, Sam knows about it
Printer jam: Sam got hurt
Printer jam: Sam will know
Buy a gift, Sam has it all
Ask if Sam has it
Find the key, Sam has it
Get the ladder back - Sam has it
Return the book, Sam will
# topics that are no doers, departments that are only named, messages, months, reports without a box
Security: check the alarm
Ana / call the bank
dm @theo for the code
msg @anna about lunch
slack @bo the link
remember to dm @theo
loop in @theo
nudge @theo
poke @ana re invoice
Budget: call the bank
Kitchen: clean the oven
Design: pick a font
Events: book the band
Catering: order the cake
Maintenance: replace the filter
Tax: send the form
Office: buy toner
Garage: clear the shelves
Support: close old tickets
Marketing plan to write
Marketing budget: cut 10%
Legal fees to pay
IT course to book
IT equipment to order
HR to call back
call HR about leave
ask IT to reset the router
get Finance to sign the form
Get the team to vote
tell manager to call
send the form (HR)
send the form -> HR
email the list - Finance
Team to vote on the logo
Staff party to plan
Manager role to advertise
Sales report: send to Ana
Finance course: book it
New manager to hire
Whole team to vote
Board game to buy
Chair legs to fix
Front desk lamp to fix
Security deposit: pay it
Security update to install
Support act to book
pay rent (June)
book flights (August)
plan trip [May]
dentist (June)
Holiday (May)
file taxes [April]
move the date -> August
extend the lease -> June
launch site (May)
prune roses (March)
plant bulbs (April)
kim: yes
kim: happy birthday
gareth: on holiday
mike: the best boss
kim: is ill
Sam does the rota
Bea is fixing the till
[ ] Bea has the flu
Ines writes to the sponsors
owner=
Lead: time to call
Nurse call button to fix
Plumber to look at the boiler
Treasurer's report: print it
Intern interviews to schedule
Interns to hire
Team building: book the venue
Legal: 3 documents
QA: what is left?
IT?
Old Trafford to visit
Big Ben to visit
Little Italy: book a table
Ask Petra to renew the domain
domain renewal: Petra
Petra's got the domain renewal
waiting for Petra
Lunch with Petra
Editor to cut the third paragraph
hand the keys to security
Meet the design team
lunch w/ the data team
Send report to Finance
Finance approved the budget
QA found a bug
QA environment: restart it
Support ticket to close
Sales call with Acme
Sales meeting: book room
HR portal: update address
Legal pad: buy two
Kitchen team lunch to plan
Board pack: print it
IT exam to study for
Operations manual: print
Treasurer elections to plan
Intern's desk: clear it
Committee meeting: send invites
Marketing - see notes
Design - v2 of the logo
Finance - Q3 numbers
Legal: NDA
Security: new codes
Secretary's birthday
Office: call the plumber
Bathroom: regrout the tiles
Insurance: ring them
Car: book the MOT
School: pay for the trip
Band: learn the new set
Church: arrange flowers
Wedding: book the band
Website: fix the footer
Client: send the invoice
Landlord: call about damp
Plumber: call back
Vet: book the jabs
Bank: close the account
Boss: ask about leave
Dentist to call
Everyone: read the doc
All to read the doc
We should call the bank
someone to fix the tap
whoever is in first: open the blinds
text @bo re keys
give @bo the keys
share the doc with @bo
review PR from @bo
thank @bo
interview @bo
cc @bo on the mail
bo to review the PR
June: bring rota
trip to Rome (May)
summer camp (August)
skiing (Jan)
renew passport (May)
kim: oh good
greg: yep done
Double-check day length (May/June).
SAB -> DOM
night shift: call me above 90 K?
# questions that somebody asks, and questions about somebody
Will Paul call the printer?
Sam: who orders the cake?
Sam: can somebody order the cake?
Sam: has the cake been ordered?
Sam: should we call the bank?
# what somebody says he will do himself, and what another one will
I will send the form, and Ana will post the list
We'll order the cake and then, Sam will pay the bill
"""

UNSAID = [line for line in _TABLE.splitlines() if line and not line.startswith("# ")]
