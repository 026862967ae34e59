"""Phrases that name an owner, a due date or both, and the values that they must give on Wednesday 2026-11-18."""

from __future__ import annotations

# phrase | owner | due; `#` begins a kind
_TABLE = """
# initials before "to", a colon, a dash, a modal
JK to send the invoice | JK |
JK: send the invoice | JK |
JK - book the venue | JK |
JK – book the venue | JK |
RW to chase the supplier | RW |
TB to draft the agenda by Fri | TB | 2026-11-20
MJ will call the printer | MJ |
DK must update the wiki | DK |
SM: call the bank | SM |
J.K. to send the invoice | J.K. |
J.K.: send the invoice | J.K. |
JK & TB to clear the garage | JK, TB |
JK/TB: prepare the slides | JK, TB |
JK and Ana to write the minutes | JK, Ana |
TODO: JK to order toner | JK |
Action: RW - ring the landlord | RW |
KL needs to fix the projector | KL |
JK, please send the invoice | JK |
JK please send the invoice | JK |
JK pls send the invoice | JK |
JK to talk to finance tomorrow | JK | 2026-11-19
BW: email the parents by Monday | BW | 2026-11-23
1. JK to send the invoice | JK |
# an emoji behind the day says nothing
book the boathouse before Friday 🎉 | | 2026-11-20
book the boathouse before Friday 🎉 please | | 2026-11-20
call Ruth by Monday ⭐️ | | 2026-11-23
# initials elsewhere
send the invoice (JK) | JK |
send the invoice [JK] | JK |
send the invoice -> JK | JK |
send the invoice → JK | JK |
send the invoice - JK | JK |
send the invoice @jk | jk |
send the invoice @JK | JK |
@jk send the invoice | jk |
@JK send the invoice by Fri | JK | 2026-11-20
[JK] send the invoice | JK |
(JK) send the invoice | JK |
owner: JK - send the invoice | JK |
send the invoice, owner: JK | JK |
assigned to JK: send the invoice | JK |
send the invoice (JK, Fri) | JK | 2026-11-20
send the invoice by Fri (JK) | JK | 2026-11-20
book the venue (RW/TB) | RW, TB |
# names that are words
Will to call the plumber | Will |
Will to send the deck by Friday | Will | 2026-11-20
Will will call the plumber | Will |
Will: call the plumber | Will |
Will pls call the plumber | Will |
Will please call the plumber | Will |
call the plumber -> Will | Will |
order the chairs (Will) | Will |
Mark to call the plumber | Mark |
Mark to book the hall | Mark |
Mark to send the slides to Ana | Mark |
Mark will order the chairs | Mark |
Mark: order the chairs | Mark |
Mark, please order the chairs | Mark |
Mark pls order the chairs | Mark |
Mark needs to order the chairs | Mark |
Grace to email the caterer | Grace |
Grace will email the caterer | Grace |
Grace: email the caterer by Thu | Grace | 2026-11-19
Grace please email the caterer | Grace |
Rose to call the florist | Rose |
Rose will call the florist tomorrow | Rose | 2026-11-19
Rose please call the florist | Rose |
Rose pls send the list | Rose |
@Rose call the florist | Rose |
Art to email the landlord | Art |
Art will email the landlord | Art |
Art, please email the landlord | Art |
Art pls email the landlord | Art |
Bill to call the insurance company | Bill |
Bill will call the insurance company | Bill |
Bill, can you call the insurance company? | Bill |
Bill please send the forms | Bill |
Sunny to bring the speakers | Sunny |
Sunny: bring the speakers | Sunny |
Sunny will bring the speakers on Saturday | Sunny | 2026-11-21
Sunny pls bring the speakers | Sunny |
Hope will email the speakers | Hope |
Joy to print the badges | Joy |
Joy will print the badges | Joy |
Faith to ring the school | Faith |
Dawn to check the fire doors | Dawn |
Dawn will check the fire doors | Dawn |
Penny to pay the deposit | Penny |
Pat to call the vet | Pat |
Rob to return the ladder | Rob |
Sue to water the plants | Sue |
Jack to fix the gate | Jack |
Nick to draw the map | Nick |
Drew to write the summary | Drew |
Chase to write the summary | Chase |
Miles to book the minibus | Miles |
Guy to order the timber | Guy |
Rich to update the forecast | Rich |
Olive to send the recipe | Olive |
Ivy to send the recipe | Ivy |
Ruby to send the recipe | Ruby |
Grant to send the recipe | Grant |
Violet to send the recipe | Violet |
Dean to sign the form | Dean |
Frank to sign the form | Frank |
Max to sign the form | Max |
Summer will sign the form | Summer |
Amber will sign the form | Amber |
Basil, please sign the form | Basil |
Robin to clean the nesting boxes | Robin |
Jade to check the invoices | Jade |
Crystal to check the invoices | Crystal |
# names that are months
May to call the school | May |
May will call the school | May |
May pls call the school | May |
May, please call the school | May |
May please call the school by Tuesday | May | 2026-11-24
@May call the school | May |
June to book the hall | June |
June will book the hall | June |
June, can you book the hall? | June |
@June book the hall by 5 Dec | June | 2026-12-05
June pls book the hall | June |
April to send the leaflets | April |
April will send the leaflets next week | April | 2026-11-25
April please send the leaflets | April |
April, please send the leaflets | April |
book the hall @april | april |
Jan to send the leaflets | Jan |
Jan will send the leaflets by Mon | Jan | 2026-11-23
Jan, please send the leaflets | Jan |
August to send the leaflets | August |
April and Sam to send the leaflets | April, Sam |
June & Sam: send the leaflets | June, Sam |
# names in other scripts
Олег to call the bank | Олег |
Олег: call the bank | Олег |
Ольга: send the deck by Fri | Ольга | 2026-11-20
Мария will book the venue | Мария |
Иван - order the chairs | Иван |
call the bank (Наташа) | Наташа |
call the bank -> Сергей | Сергей |
Дмитрий, please send the report | Дмитрий |
Анна Иванова: call the bank | Анна Иванова |
Оксана to draft the letter tomorrow | Оксана | 2026-11-19
Γιώργος to call the bank | Γιώργος |
Μαρία: send the deck | Μαρία |
call the bank - Νίκος | Νίκος |
田中: send the deck | 田中 |
田中さん: send the deck | 田中さん |
田中さん to book the room by Fri | 田中さん | 2026-11-20
佐藤 to order lunch | 佐藤 |
李明: call the bank | 李明 |
王芳 to call the bank | 王芳 |
call the bank (小王) | 小王 |
call the bank -> 张伟 | 张伟 |
김민수: send the deck | 김민수 |
김민수 to call the bank | 김민수 |
박지영 will send the deck tmrw | 박지영 | 2026-11-19
محمد: call the bank | محمد |
فاطمة to send the deck | فاطمة |
call the bank (أحمد) | أحمد |
דוד: call the bank | דוד |
שרה to send the deck by Monday | שרה | 2026-11-23
प्रिया: send the deck | प्रिया |
राहुल to call the bank | राहुल |
@Олег call the bank | Олег |
@田中 call the bank | 田中 |
# apostrophes and other forms of names
O'Neil: call the bank | O'Neil |
O'Neil to call the bank | O'Neil |
O’Neil to call the bank by Friday | O’Neil | 2026-11-20
D'Angelo to send the samples | D'Angelo |
D'Angelo: send the samples | D'Angelo |
D’Angelo will send the samples | D’Angelo |
O'Brien - order the stone | O'Brien |
call the bank (O'Brien) | O'Brien |
call the bank -> O'Shea | O'Shea |
call the bank - D'Souza | D'Souza |
O'Connor, please check the drains | O'Connor |
O'Connor please check the drains | O'Connor |
@O'Neil call the bank | O'Neil |
Sam O'Neil: call the bank | Sam O'Neil |
Shaun O'Hara to lay the floor | Shaun O'Hara |
Pat O’Leary will lay the floor | Pat O’Leary |
De'Andre to send the samples | De'Andre |
Ja'Marr: send the samples | Ja'Marr |
Ana-Lucía to send the samples | Ana-Lucía |
Jean-Pierre pls send the samples | Jean-Pierre |
Zoë pls send the samples | Zoë |
Łukasz to send the samples | Łukasz |
Søren: send the samples | Søren |
Ann-Marie O'Dowd to paint the fence | Ann-Marie O'Dowd |
Mr O'Dell to unlock the gate | Mr O'Dell |
# an owner behind a tag
[infra] Sam: rotate the keys | Sam |
[infra] Sam to rotate the keys | Sam |
[infra] Sam - rotate the keys by Fri | Sam | 2026-11-20
[infra] @sam rotate the keys | sam |
(urgent) Ana - call the bank | Ana |
(urgent) Ana: call the bank | Ana |
(urgent) Ana to call the bank today | Ana | 2026-11-18
[URGENT] Ana: call the bank | Ana |
[P1] Tom to patch the server | Tom |
[web][P2] Tom to patch the server | Tom |
[design] Priya will redo the logo | Priya |
[frontend] Priya, please fix the menu | Priya |
[docs] Lee pls fix the typos | Lee |
#infra Sam: rotate the keys | Sam |
#budget Ana to call the bank | Ana |
(IT) Sam: rotate the keys | Sam |
{ops} Sam: rotate the keys | Sam |
[Q4] Omar to send the forecast by EOM | Omar | 2026-11-30
[JIRA-123] Omar to close the ticket | Omar |
ABC-42 Omar: close the ticket | Omar |
**Sam**: rotate the keys | Sam |
*Sam* to rotate the keys | Sam |
(tbc) Helen to ring the caterer by Tue | Helen | 2026-11-24
[x-team] Nadia: collect the badges | Nadia |
[kitchen] JK to order filters | JK |
# pls and its like between owner and verb
Sam pls send the deck | Sam |
Sam plz send the deck | Sam |
Sam please send the deck | Sam |
Sam, pls send the deck | Sam |
Sam, plz send the deck by Fri | Sam | 2026-11-20
Sam kindly send the deck | Sam |
Sam can you send the deck? | Sam |
Sam could you send the deck by tomorrow? | Sam | 2026-11-19
Sam, could you please send the deck? | Sam |
Sam: pls send the deck | Sam |
Sam: please send the deck tmrw | Sam | 2026-11-19
Sam - pls send the deck | Sam |
Sam to pls send the deck | Sam |
@Sam pls send the deck | Sam |
@Sam: please send the deck | Sam |
Ana, Tom pls send the deck | Ana, Tom |
Ana & Tom please set the tables | Ana, Tom |
Hi Ana, pls set the tables by noon | Ana | 2026-11-18T12:00
Please Sam, send the deck | Sam |
Sam would you send the deck? | Sam |
# other forms of owners
Sam is to send the deck | Sam |
Sam should send the deck | Sam |
Sam has to send the deck | Sam |
Sam must send the deck by Thursday | Sam | 2026-11-19
Sam and Ana have to send the deck | Sam, Ana |
Sam > send the deck | Sam |
Sam => send the deck | Sam |
Sam | send the deck | Sam |
send the deck — Sam | Sam |
send the deck | Sam | Sam |
send the deck (assigned: Sam) | Sam |
send the deck (owner Sam) | Sam |
send the deck [Sam & Ana] | Sam, Ana |
send the deck (Sam + Ana) | Sam, Ana |
AP Sam: send the deck | Sam |
AP: Sam to send the deck | Sam |
Action item: Sam to send the deck | Sam |
Action - Sam: send the deck | Sam |
Follow-up: Sam to send the deck | Sam |
Next step: Sam to send the deck by Mon | Sam | 2026-11-23
# ends of months, weeks and days
pay the rent end of month | | 2026-11-30
pay the rent by end of month | | 2026-11-30
pay the rent by the end of the month | | 2026-11-30
pay the rent by EOM | | 2026-11-30
pay the rent EOM | | 2026-11-30
pay the rent by month end | | 2026-11-30
pay the rent by month-end | | 2026-11-30
pay the rent by end of this month | | 2026-11-30
pay the rent by end of next month | | 2026-12-31
pay the rent before the end of the month | | 2026-11-30
pay the rent, end of month | | 2026-11-30
pay the rent (EOM) | | 2026-11-30
pay the rent by the last day of the month | | 2026-11-30
pay the rent at the end of the month | | 2026-11-30
pay the rent by end November | | 2026-11-30
pay the rent by end of Nov | | 2026-11-30
pay the rent by end-November | | 2026-11-30
pay the rent end of Feb | | 2027-02-28
EOM: pay the rent | | 2026-11-30
close the books by end of year | | 2026-12-31
close the books by EOY | | 2026-12-31
close the books by year end | | 2026-12-31
close the books by end of the week | | 2026-11-20
close the books EOW | | 2026-11-20
close the books by EOW | | 2026-11-20
close the books end of week | | 2026-11-20
close the books by COB | | 2026-11-18
close the books COB Friday | | 2026-11-20
close the books by COB Fri | | 2026-11-20
close the books by close of business Friday | | 2026-11-20
close the books by close of business | | 2026-11-18
close the books by EOB tomorrow | | 2026-11-19
close the books by EOD | | 2026-11-18
close the books EOD tomorrow | | 2026-11-19
close the books by end of day Thursday | | 2026-11-19
close the books Fri EOD | | 2026-11-20
close the books by Friday COB | | 2026-11-20
send the chart by mid-March | | 2027-03-15
send the chart by mid March | | 2027-03-15
send the chart mid-December | | 2026-12-15
send the chart by the beginning of March | | 2027-03-01
send the chart by the start of next month | | 2026-12-01
send the chart by the 1st of next month | | 2026-12-01
send the chart by the 15th of the month | | 2026-12-15
send the chart by the first of December | | 2026-12-01
# within, in
reply within 48 hours | | 2026-11-20T09:00
reply within 24 hours | | 2026-11-19T09:00
reply within 24 hrs | | 2026-11-19T09:00
reply within 24h | | 2026-11-19T09:00
reply within 2 hours | | 2026-11-18T11:00
reply within two hours | | 2026-11-18T11:00
reply within an hour | | 2026-11-18T10:00
reply within the hour | | 2026-11-18T10:00
reply within one hour | | 2026-11-18T10:00
reply within 30 minutes | | 2026-11-18T09:30
reply within 3 days | | 2026-11-21
reply within three days | | 2026-11-21
reply within a week | | 2026-11-25
reply within 2 weeks | | 2026-12-02
reply within two weeks | | 2026-12-02
reply within the next two weeks | | 2026-12-02
reply within the next 48 hours | | 2026-11-20T09:00
reply within a month | | 2026-12-18
Sam to reply within 48 hours | Sam | 2026-11-20T09:00
call back in an hour | | 2026-11-18T10:00
call back in 1 hour | | 2026-11-18T10:00
call back in half an hour | | 2026-11-18T09:30
call back in 20 minutes | | 2026-11-18T09:20
call back in 20 mins | | 2026-11-18T09:20
call back in 2 hours | | 2026-11-18T11:00
call back in two hrs | | 2026-11-18T11:00
call back in a couple of days | | 2026-11-20
call back in a day | | 2026-11-19
call back in a week | | 2026-11-25
call back in a month | | 2026-12-18
call back in 10 days | | 2026-11-28
call back in ten days | | 2026-11-28
call back in a fortnight | | 2026-12-02
call back in 6 weeks | | 2026-12-30
call back in 1 week's time | | 2026-11-25
call back in two weeks' time | | 2026-12-02
in an hour take the cake out | | 2026-11-18T10:00
in 3 days water the ferns | | 2026-11-21
JK to reply within 3 days | JK | 2026-11-21
# so long from a day
ship it a week from Friday | | 2026-11-27
ship it a week from today | | 2026-11-25
ship it a week from tomorrow | | 2026-11-26
ship it one week from Monday | | 2026-11-30
ship it two weeks from Monday | | 2026-12-07
ship it 2 weeks from Monday | | 2026-12-07
ship it two weeks from today | | 2026-12-02
ship it two weeks from now | | 2026-12-02
ship it 3 days from now | | 2026-11-21
ship it three days from now | | 2026-11-21
ship it a month from now | | 2026-12-18
ship it an hour from now | | 2026-11-18T10:00
ship it by a week from Friday | | 2026-11-27
ship it Friday week | | 2026-11-27
ship it on Monday week | | 2026-11-30
ship it a week on Friday | | 2026-11-27
ship it a week on Tuesday | | 2026-12-01
ship it a fortnight from Monday | | 2026-12-07
a week from Friday ship it | | 2026-11-27
Sam to ship it a week from Friday | Sam | 2026-11-27
# latest
mail the form Fri latest | | 2026-11-20
mail the form Friday latest | | 2026-11-20
mail the form latest Friday | | 2026-11-20
mail the form Wed latest | | 2026-11-25
mail the form by Friday latest | | 2026-11-20
mail the form by Friday at the latest | | 2026-11-20
mail the form Friday at the latest | | 2026-11-20
mail the form at the latest Friday | | 2026-11-20
mail the form at the latest by Friday | | 2026-11-20
mail the form latest by Fri | | 2026-11-20
mail the form, Fri latest | | 2026-11-20
mail the form (Fri latest) | | 2026-11-20
mail the form tomorrow latest | | 2026-11-19
mail the form 3 Dec latest | | 2026-12-03
mail the form not later than Friday | | 2026-11-20
mail the form no later than Friday | | 2026-11-20
mail the form on or before Friday | | 2026-11-20
Sam: mail the form, Wed latest | Sam | 2026-11-25
Ana to mail the form Fri latest | Ana | 2026-11-20
Ana to mail the form latest Friday | Ana | 2026-11-20
mail the form by noon Fri latest | | 2026-11-20T12:00
# weekdays, with times
order the flowers by Thursday noon | | 2026-11-19T12:00
order the flowers Thursday noon | | 2026-11-19T12:00
order the flowers by Thu 5pm | | 2026-11-19T17:00
order the flowers by 5pm Thursday | | 2026-11-19T17:00
order the flowers by 5 pm on Thursday | | 2026-11-19T17:00
order the flowers by Thursday 17:00 | | 2026-11-19T17:00
order the flowers by Thursday lunchtime | | 2026-11-19
order the flowers by Thursday morning | | 2026-11-19
order the flowers Thursday a.m. | | 2026-11-19
order the flowers by tomorrow noon | | 2026-11-19T12:00
order the flowers tmrw | | 2026-11-19
order the flowers tmr | | 2026-11-19
order the flowers 2moro | | 2026-11-19
order the flowers tomorow | | 2026-11-19
order the flowers next Tue | | 2026-11-24
order the flowers by next Tues | | 2026-11-24
order the flowers this Thurs | | 2026-11-19
order the flowers by this coming Friday | | 2026-11-20
order the flowers this coming Friday | | 2026-11-20
order the flowers coming Friday | | 2026-11-20
order the flowers by Friday this week | | 2026-11-20
order the flowers Monday of next week | | 2026-11-23
order the flowers by Weds | | 2026-11-25
order the flowers by tonight | | 2026-11-18
order the flowers by tonight 8pm | | 2026-11-18T20:00
order the flowers this afternoon | | 2026-11-18
order the flowers this evening | | 2026-11-18
order the flowers by this evening | | 2026-11-18
order the flowers b4 Fri | | 2026-11-20
order the flowers before Friday | | 2026-11-20
order the flowers ahead of Friday | | 2026-11-20
order the flowers by fri! | | 2026-11-20
order the flowers asap, by Fri | | 2026-11-20
order the flowers (by Fri) | | 2026-11-20
order the flowers [due Fri] | | 2026-11-20
order the flowers - due Friday 3pm | | 2026-11-20T15:00
order the flowers deadline Friday | | 2026-11-20
order the flowers, deadline: 3 Dec | | 2026-12-03
order the flowers / Fri | | 2026-11-20
order the flowers >> Fri | | 2026-11-20
Due Fri: order the flowers | | 2026-11-20
Deadline Friday: order the flowers | | 2026-11-20
# days of the month and dates
wash the curtains on the 3rd | | 2026-12-03
wash the curtains by the 3rd | | 2026-12-03
wash the curtains by 3rd Dec | | 2026-12-03
wash the curtains before the 21st | | 2026-11-21
wash the curtains by 3/4 | | 2027-04-03
wash the curtains due 3/4 | | 2027-04-03
wash the curtains by 03/12 | | 2026-12-03
wash the curtains by 3/12/26 | | 2026-12-03
wash the curtains by 3-12-2026 | | 2026-12-03
wash the curtains by Thursday the 3rd | | 2026-12-03
wash the curtains Thursday 3rd | | 2026-12-03
wash the curtains by Thu 3 Dec | | 2026-12-03
wash the curtains Thu Dec 3rd | | 2026-12-03
wash the curtains by December 3rd | | 2026-12-03
wash the curtains by the third of December | | 2026-12-03
wash the curtains by Dec 3, 5pm | | 2026-12-03T17:00
wash the curtains by 2026-12-03 17:00 | | 2026-12-03T17:00
wash the curtains by 2026-12-03T17:00 | | 2026-12-03T17:00
wash the curtains by 3 Dec 2026 | | 2026-12-03
wash the curtains by May 5 | | 2027-05-05
wash the curtains 5 May | | 2027-05-05
wash the curtains by Sept 3 | | 2027-09-03
Sam to wash the curtains by May 5 | Sam | 2027-05-05
May to wash the curtains by May 5 | May | 2027-05-05
# dates next to rooms and other numbers
clean room 12 Friday | | 2026-11-20
clean room 12 by Friday | | 2026-11-20
clean room 12 on Friday | | 2026-11-20
clean room 12 tomorrow | | 2026-11-19
clean rooms 3 and 4 Friday | | 2026-11-20
clean rm 12 Fri | | 2026-11-20
clean room 301, Friday | | 2026-11-20
clean room B12 Fri 3pm | | 2026-11-20T15:00
clean room 12 3 Dec | | 2026-12-03
clean room 12 Dec 3 | | 2026-12-03
clean room 12 by 3/12 | | 2026-12-03
clean room 12 at 3pm | | 2026-11-18T15:00
set up room 301 by 5pm | | 2026-11-18T17:00
meet the auditors Friday room 12 | | 2026-11-20
meet the auditors Friday in room 12 | | 2026-11-20
meet the auditors by Friday in room 301 | | 2026-11-20
meet the auditors Fri 3pm room 204 | | 2026-11-20T15:00
meet the auditors in room 204 Fri 3pm | | 2026-11-20T15:00
meet the auditors in room 204 at 3pm Friday | | 2026-11-20T15:00
Sam to paint room 12 Friday | Sam | 2026-11-20
paint flat 4 by Friday | | 2026-11-20
paint door 7 Monday | | 2026-11-23
send invoice 1042 Friday | | 2026-11-20
send invoice 1042 by 3 Dec | | 2026-12-03
print page 12 tomorrow | | 2026-11-19
review PR 345 by Fri | | 2026-11-20
review chapter 3 Monday | | 2026-11-23
ship version 2.1 by Friday | | 2026-11-20
pay 45 euros by Friday | | 2026-11-20
call 555-1234 by noon Friday | | 2026-11-20T12:00
call ext. 412 Monday | | 2026-11-23
buy 3 cakes Saturday | | 2026-11-21
fix bug 77 EOW | | 2026-11-20
book table 9 for six, by Thu | | 2026-11-19
# kept back until the others were read
PL to confirm the caterer | PL |
HG: print handouts for the workshop | HG |
water the orchids (NT) | NT |
draft the risk register -> VK | VK |
@ts check the alarm codes | ts |
WF and Nina to measure the windows | WF, Nina |
CB will phone the council on Monday | CB | 2026-11-23
GL pls upload the photos | GL |
Will to translate the flyer | Will |
Mark will collect the keys Saturday | Mark | 2026-11-21
Grace pls proofread the programme | Grace |
June to arrange the taxis by Friday | June | 2026-11-20
April will draft the obituary | April |
May, could you pick up the parcels? | May |
Rose to interview the new tenant | Rose |
Art to review the lease tomorrow | Art | 2026-11-19
Bill to renew the parking permit | Bill |
Joy: unlock the chapel | Joy |
Sandy to feed the cats | Sandy |
Sunny to run the raffle | Sunny |
Елена: check the translations | Елена |
Виктор to repair the fence by Sunday | Виктор | 2026-11-22
call the insurer (Κώστας) | Κώστας |
王伟: update the price list | 王伟 |
鈴木さん to bring the projector | 鈴木さん |
이지은 to call the hotel | 이지은 |
خالد: order the tiles | خالد |
מיכל to write the summary | מיכל |
O'Malley to tune the piano | O'Malley |
D'Amico: deliver the wine by Thu | D'Amico | 2026-11-19
order the gravel - O'Keefe | O'Keefe |
[backend] Priya: bump the timeout | Priya |
(low prio) Ben to sort the cables | Ben |
[ops][db] Yusuf to restore the backup by EOD | Yusuf | 2026-11-18
#garden Lena: prune the roses | Lena |
Tom plz empty the dishwasher | Tom |
Nadia pls chase the quote by next Tue | Nadia | 2026-11-24
Carlos please reset the router today | Carlos | 2026-11-18
submit the timesheet by end of month | | 2026-11-30
submit the timesheet before EOM | | 2026-11-30
invoice the school at month end | | 2026-11-30
answer the complaint within 72 hours | | 2026-11-21T09:00
answer the complaint within five days | | 2026-11-23
take the bread out in half an hour | | 2026-11-18T09:30
ring the surgery in an hour | | 2026-11-18T10:00
move the car within the hour | | 2026-11-18T10:00
return the library books a week from Saturday | | 2026-11-28
visit the site two weeks from Thursday | | 2026-12-03
send the proofs three weeks from today | | 2026-12-09
check the mousetraps two days from now | | 2026-11-20
hand over the keys Mon latest | | 2026-11-23
hand over the keys by Tuesday latest | | 2026-11-24
pay the deposit, latest Thursday | | 2026-11-19
pay the deposit Friday noon at the latest | | 2026-11-20T12:00
paint room 7 Saturday | | 2026-11-21
inspect room 210 by 27 Nov | | 2026-11-27
rehearse in room 5 on Tuesday 6pm | | 2026-11-24T18:00
Dana to clean room 14 Thursday | Dana | 2026-11-19
finish the mural by mid-January | | 2027-01-15
file the accounts by the 25th | | 2026-11-25
book the vet for the dog by Monday noon | | 2026-11-23T12:00
sign the waiver COB Thursday | | 2026-11-19
collect signatures by close of business tomorrow | | 2026-11-19
fix the leak by 4pm tomorrow | | 2026-11-19T16:00
plan the raffle Friday week | | 2026-11-27
Owner: Farid - descale the kettle by Sunday | Farid | 2026-11-22
order stamps (Helga, by 1 Dec) | Helga | 2026-12-01
Ines & Bruno to set up chairs Sat 8am | Ines, Bruno | 2026-11-21T08:00
Ola should test the microphones | Ola |
Mrs Doyle to make tea | Mrs Doyle |
MD to send the form | MD |
NY will book the flights | NY |
TH to circulate the minutes by Wed | TH | 2026-11-25
EW: chase Vodafone about the refund | EW |
RB - draft job advert | RB |
JM, can you ring the surveyor? | JM |
sweep the chimney [GW] | GW |
update the rota – LS | LS |
M.B. to order the wreath | M.B. |
KR/DN to move the piano by Sat | KR, DN | 2026-11-21
[HR] JB to interview the candidates | JB |
Hope will organise the tombola | Hope |
Faith, please ring the organist | Faith |
Penny to count the takings | Penny |
Dawn please hoover the hall | Dawn |
Miles: lock up | Miles |
Will and Grace to write the invitations | Will, Grace |
June will order the flowers by Thursday noon | June | 2026-11-19T12:00
August to phone the printer | August |
May to check the boiler within 24 hours | May | 2026-11-19T09:00
@June water the hanging baskets | June |
Summer to phone the stables | Summer |
Ginger to phone the stables | Ginger |
Татьяна please order the cake | Татьяна |
Павел to fix the gate tmrw | Павел | 2026-11-19
send the agenda @Νίκος | Νίκος |
陈静 to send the contract | 陈静 |
伊藤 will order the bento by Friday | 伊藤 | 2026-11-20
최수진: check the lights | 최수진 |
يوسف to print the tickets | يوسف |
נועה: book the studio by Sunday | נועה | 2026-11-22
अनिल to call the electrician | अनिल |
Niamh O'Sullivan to judge the cakes | Niamh O'Sullivan |
O’Donnell: fix the gutters | O’Donnell |
order marquee (D'Arcy) | D'Arcy |
[legal] (urgent) Hanna to sign the lease | Hanna |
(P2) Igor: migrate the database | Igor |
INFRA-912 Mei to renew the certificate by 30 Nov | Mei | 2026-11-30
Lukas pls hand in the keys by EOW | Lukas | 2026-11-20
Greta kindly lock the shed | Greta |
Ravi, plz label the boxes | Ravi |
Sofia can you buy candles? | Sofia |
renew the licence by the end of next month | | 2026-12-31
renew the licence end of Jan | | 2027-01-31
renew the licence by month's end | | 2026-11-30
clear the fridge EOM | | 2026-11-30
ship the samples within a fortnight | | 2026-12-02
ship the samples within 36 hours | | 2026-11-19T21:00
turn off the oven in 45 minutes | | 2026-11-18T09:45
check on the dough in two hours | | 2026-11-18T11:00
meet the architect a week from Monday | | 2026-11-30
meet the architect a week today | | 2026-11-25
meet the architect two weeks from tomorrow | | 2026-12-03
meet the architect in a fortnight | | 2026-12-02
return the van Sun latest | | 2026-11-22
return the van by 6pm Sunday at the latest | | 2026-11-22T18:00
return the van latest Monday noon | | 2026-11-23T12:00
swap the tyres no later than the 27th | | 2026-11-27
mop room 3 tomorrow | | 2026-11-19
mop rooms 3, 4 and 5 Friday | | 2026-11-20
meet Lars in room 12 on 26 Nov | | 2026-11-26
meet Lars Thursday in room 2 | | 2026-11-19
deliver 12 chairs to room 9 by Tue | | 2026-11-24
sort the post by first thing Monday | | 2026-11-23
sort the post first thing tomorrow | | 2026-11-19
wrap the presents by Christmas Eve, i.e. 24 Dec | | 2026-12-24
bottle the cider mid December | | 2026-12-15
NB to talk to the vicar on Sunday | NB | 2026-11-22
VH to unblock the sink | VH |
Sam & JW: pack the van by 7am Saturday | Sam, JW | 2026-11-21T07:00
prune the apple tree (BK, Sat) | BK | 2026-11-21
replace the strip light - HM | HM |
Jade will email the choir | Jade |
Pearl to email the choir | Pearl |
Daisy: email the choir by Friday | Daisy | 2026-11-20
Eve to email the choir | Eve |
Skip to email the choir | Skip |
Mark, pls email the choir | Mark |
Will should email the choir | Will |
June needs to email the choir | June |
May & June to email the choir | May, June |
Юлия: book the train by 5 Dec | Юлия | 2026-12-05
book the train -> Ирина | Ирина |
刘洋 to book the train | 刘洋 |
渡辺さん, please book the train | 渡辺さん |
عمر to book the train by Friday | عمر | 2026-11-20
O'Grady to book the train | O'Grady |
book the train (O’Rourke) | O’Rourke |
[travel] Omar to book the train within 2 days | Omar | 2026-11-20
(new) Ines, please book the train | Ines |
#travel @omar book the train | omar |
Theo pls book the train asap | Theo |
Theo to book the train a week from Friday | Theo | 2026-11-27
book the train in an hour | | 2026-11-18T10:00
book the train by Friday week | | 2026-11-27
book the train by 1 pm Thu | | 2026-11-19T13:00
book the train EOD today | | 2026-11-18
book the train by end of business Friday | | 2026-11-20
book the train before month end | | 2026-11-30
book the train, Thu at the latest | | 2026-11-19
book the train (tomorrow latest) | | 2026-11-19
book the train this week | | 2026-11-20
book the train within a month | | 2026-12-18
book the train in 3 weeks | | 2026-12-09
book the train in 90 minutes | | 2026-11-18T10:30
carry boxes to room 8 Friday 10am | | 2026-11-20T10:00
carry boxes from room 8 to room 9 by Fri | | 2026-11-20
vacuum flat 3b Monday | | 2026-11-23
measure room 4 on the 2nd | | 2026-12-02
present in room 101 tomorrow at noon | | 2026-11-19T12:00
photograph door 12 by 11 Dec | | 2026-12-11
Gwen to photograph unit 4 Friday | Gwen | 2026-11-20
post the cards by 10 December | | 2026-12-10
post the cards on the 1st | | 2026-12-01
post the cards by Dec 1st | | 2026-12-01
post the cards by start of December | | 2026-12-01
post the cards Tues a.m. | | 2026-11-24
SK to brief the volunteers | SK |
LB: ask Renate for the spare key | LB |
RG will sort out the parking by Thursday | RG | 2026-11-19
LH, please return the ladder | LH |
bake the quiche (MW) | MW |
repaint the sign → KB | KB |
@pn restart the build server | pn |
Mark to bring cups and plates | Mark |
Will to call Ana about the lease by Mon | Will | 2026-11-23
Grace will talk to the landlord | Grace |
April pls post the parcel | April |
June: call the caterer @June | June |
Rose, can you check the freezer? | Rose |
Art will send the sketches next week | Art | 2026-11-25
Bill must sign the cheque by Friday | Bill | 2026-11-20
Jan to email the trustees | Jan |
Joy to call the choir within 3 days | Joy | 2026-11-21
Sunny please charge the batteries | Sunny |
Robin pls fold the leaflets | Robin |
Наталья to scan the receipts | Наталья |
Андрей, please book the court by Sat | Андрей | 2026-11-21
Ελένη: print the badges | Ελένη |
赵敏: translate the menu by tomorrow | 赵敏 | 2026-11-19
山本さん to check the gas | 山本さん |
정민호 to check the gas | 정민호 |
سارة: check the gas tonight | سارة | 2026-11-18
दीपक to check the gas | दीपक |
O'Hara to tar the roof within two weeks | O'Hara | 2026-12-02
D'Silva pls sign off the budget | D'Silva |
Kevin O'Brien: sign off the budget | Kevin O'Brien |
[finance] Olga: sign off the budget | Olga |
(blocked) Pavel to ask IT for access | Pavel |
[UI] [bug] Ada to fix the tooltip | Ada |
#kitchen Jo to descale the kettle EOW | Jo | 2026-11-20
Max pls wipe the board | Max |
Nora plz wipe the board by 3pm | Nora | 2026-11-18T15:00
Uwe could you wipe the board? | Uwe |
reconcile the petty cash end of month | | 2026-11-30
reconcile the petty cash by EOM | | 2026-11-30
reconcile the petty cash by the end of January | | 2027-01-31
confirm the booking within 12 hours | | 2026-11-18T21:00
confirm the booking in an hour | | 2026-11-18T10:00
confirm the booking within the next 3 days | | 2026-11-21
in half an hour move the car | | 2026-11-18T09:30
see the dentist a week from Tuesday | | 2026-12-01
see the dentist two weeks from Friday | | 2026-12-04
see the dentist Thursday week | | 2026-11-26
see the dentist in a week | | 2026-11-25
empty the skip Thurs latest | | 2026-11-19
empty the skip by Sat at the latest | | 2026-11-21
empty the skip latest tomorrow | | 2026-11-19
sweep room 16 Friday | | 2026-11-20
sweep room 16 by 3 Dec | | 2026-12-03
Lea to sweep room 16 on Monday | Lea | 2026-11-23
sweep room 16 Monday at 4pm | | 2026-11-23T16:00
leave the form at desk 4 by Wed | | 2026-11-25
finish the survey by next Fri | | 2026-11-20
finish the survey by Fri 27 Nov | | 2026-11-27
finish the survey before the 30th | | 2026-11-30
CV to update the list | CV |
Ivy: finish the door | Ivy |
ship it a week Friday | | 2026-11-27
ship it a week tomorrow | | 2026-11-26
# remarks in brackets behind a name, and what somebody is going to do
Liam (finance) to approve the order | Liam |
Sam (sales): call Ruth by Fri | Sam | 2026-11-20
Sam Miller (ops) will call Ruth | Sam Miller |
Sam [PM]: call Ruth | Sam |
Alex (TBC): bring the projector | Alex |
Sam is going to call Ruth | Sam |
Sam and Ana are going to paint the fence | Sam, Ana |
# a post is a thing, and "post Friday" is after it
publish the blog post next Tuesday at 10:30 | | 2026-11-24T10:30
publish the blog post 26.11.2026 | | 2026-11-26
write the post today | | 2026-11-18
publish the blog post Thu 26 Nov 10:30 | | 2026-11-26T10:30
# realistic ones
Priya to circulate the draft by close of play Thursday | Priya | 2026-11-19
Elena - update risk register (due 27/11) | Elena | 2026-11-27
Action (Hannah): order more lanyards | Hannah |
Sophie + Raj to interview candidates | Sophie, Raj |
Follow up with supplier in a week's time | | 2026-11-25
Approve PO 5501. Owner: Liam. Due: 20 Nov | Liam | 2026-11-20
Liam - can you approve PO 5501 by tomorrow EOD? | Liam | 2026-11-19
hand in essay Friday @ 5pm | | 2026-11-20T17:00
Chidi – finalise deck by end of next week | Chidi | 2026-11-27
Frank the letters before Thursday | | 2026-11-19
# behind a topic, a remark or a request
Website: Sam to review the copy by Friday | Sam | 2026-11-20
Boiler - Ana to call the plumber | Ana |
The pump broke, Sam will call the plumber | Sam |
Plan: Sam to print | Sam |
Agreed that Sam will call the bank | Sam |
Please Sam call the bank | Sam |
Please can Sam call the bank | Sam |
Could Sam call the bank please? | Sam |
We need Sam to call the bank | Sam |
Sam, I need you to call the bank | Sam |
Hi Sam - could you call the bank | Sam |
Sam can u call the bank | Sam |
Sam'll call the bank | Sam |
Sam agreed to call the bank | Sam |
Sam has promised to call the bank on Friday | Sam | 2026-11-20
Sam ought to call the bank | Sam |
Sam to urgently call the bank | Sam |
Sam to pump up the tyres | Sam |
call the bank; owner Sam | Sam |
call the bank (Sam - Fri) | Sam | 2026-11-20
@sam/@ana call the bank | sam, ana |
TODO(sam): call the bank | sam |
a) Sam to call the bank | Sam |
AP3: Sam to call the bank | Sam |
Action 3.2 – Sam to call the bank | Sam |
_Sam_ to call the bank | Sam |
Both Sam and Ana to call the bank | Sam, Ana |
Anna van Dijk to call the bank | Anna van Dijk |
Maria de la Cruz: call the bank | Maria de la Cruz |
Sunday Okoro to call the bank | Sunday Okoro |
B.Y. to call the bank | B.Y. |
# days that are counted otherwise, and ends of days
reply within 3 working days | | 2026-11-23
reply within 5 business days | | 2026-11-25
call the bank Friday after next | | 2026-11-27
call the bank by the end of today | | 2026-11-18
call the bank by end of Friday | | 2026-11-20
call the bank by end of business | | 2026-11-18
call the bank by week's end | | 2026-11-20
call the bank at the start of next week | | 2026-11-23
call the bank by the middle of the month | | 2026-12-15
call the bank before the weekend | | 2026-11-21
read the report over the weekend | | 2026-11-21
finish the deck for Friday | | 2026-11-20
have the slides ready for tomorrow | | 2026-11-19
meet Ana in hall 12/3 by Fri | | 2026-11-20
call the bank, when: Friday | | 2026-11-20
call the bank tomorrow first thing | | 2026-11-19
# at the end: a slash, two signs, somebody who takes it on, somebody who is called
Check the oven / Priya | Priya |
Descale the kettle >> Priya | Priya |
Descale the kettle ➡️ Priya | Priya |
Descale the kettle -- Priya | Priya |
Descale the kettle - Priya K. | Priya K |
Fix the gate, Priya to do | Priya |
Fix the gate (Priya to sort it) | Priya |
Fix the gate by Fri (JK to do) | JK | 2026-11-20
Fix the gate, Mum to do | Mum |
Please fix the gate, Priya | Priya |
Pls send the deck over, Priya | Priya |
Can you fix the gate, Priya? | Priya |
Fix the gate (resp. Priya) | Priya |
# somebody's job, short forms, commands without a mark
Priya's job: fix the gate | Priya |
Priya’s turn to cook | Priya |
Priya's agreed to fix the gate | Priya |
Priya 2 fix the gate | Priya |
Priya fix the gate | Priya |
Priya -- fix the gate | Priya |
Priya is bringing the cake | Priya |
Can Priya send the agenda? | Priya |
Could Priya pick up the keys on Friday? | Priya | 2026-11-20
TODO for Priya: fix the gate | Priya |
Agreed Priya will fix the gate | Priya |
FIXME(priya) handle empty rows | priya |
# behind a date in figures or a topic
12:30 Priya to call the bank | Priya |
4.2 Priya to call the bank | Priya |
26/11 Priya to call the bank | Priya | 2026-11-26
Friday Priya to call the bank | Priya | 2026-11-20
Budget: JK to send the figures | JK |
# what people do: nouns that are verbs, verbs of two words
O'Hara to price the gutter | O'Hara |
JK to minute the meeting | JK |
Priya to double check the alarm | Priya |
Priya to pressure test the pipe | Priya |
# surnames alone, members of the family, new names beside known ones
van der Meer to check the crane | van der Meer |
Mum to call the school | Mum |
Grandma will sew the costumes | Grandma |
Priya and Qwyntor to grit the path | Priya, Qwyntor |
# in charge, given by phrases and labels, names without a capital, departments
Over to Sam to call the bank | Sam |
Over to Sam: call the bank | Sam |
It's on Sam to call the bank | Sam |
Up to Sam to call the bank | Sam |
Reminder for Sam: call the bank | Sam |
Reminder for Sam to call the bank | Sam |
Sam action: call the bank | Sam |
Sam TODO: call the bank | Sam |
Assign to Sam: call the bank | Sam |
Delegated to Sam: call the bank | Sam |
Boiler repair delegated to Sam | Sam |
Ticket 4412 reassigned to Farah | Farah |
Venue booking allocated to Sam | Sam |
Venue booking falls to Sam | Sam |
Venue booking is down to Sam | Sam |
Venue booking sits with Sam | Sam |
Sam can book the hall | Sam |
Sam plans to call the bank | Sam |
Sam is supposed to call the bank | Sam |
Sam is expected to call the bank | Sam |
Sam was asked to call the bank | Sam |
Sam has been asked to call the bank | Sam |
Sam is responsible for the music | Sam |
Sam is in charge of the music | Sam |
Sam in charge of the music | Sam |
Sam responsible for calling the bank | Sam |
Sam is looking after the music | Sam |
Sam is taking care of the music | Sam |
Sam is sorting out the music | Sam |
Sam is dealing with the landlord | Sam |
Sam is following up with the landlord | Sam |
Sam is looking into the outage | Sam |
Broken heating in room 4: Aisha is on it | Aisha |
Broken heating - Aisha's on it | Aisha |
Printer jam on the second floor – Derek is handling it | Derek |
Printer jam: Derek's got this | Derek |
Printer jam, Derek is sorting it | Derek |
Sam owns the rollout plan | Sam |
Sam handles the invoices | Sam |
Sam takes care of the invoices | Sam |
Sam brings the cake | Sam |
Sam looks after the invoices | Sam |
Sam volunteered for the tea urn | Sam |
Sam is down for the tea urn | Sam |
Sam on dishes tonight | Sam | 2026-11-18
Sam on bins | Sam |
Sam. Call the bank | Sam |
Sam; call the bank | Sam |
Sam—call the bank | Sam |
mike - fix the door tonight | mike | 2026-11-18
mike will fix the door | mike |
fix the door (mike) | mike |
fix the door -> mike | mike |
fix the door - mike | mike |
owner: mike - fix the door | mike |
fix the door, owner: mike | mike |
fix the door, assigned to mike | mike |
mike, please fix the door | mike |
mike please fix the door | mike |
mike and sara to fix the door | mike, sara |
mike & sara: fix the door | mike, sara |
[mike] fix the door | mike |
S. Miller to call the bank | S. Miller |
Cllr Jones to contact the highways team | Cllr Jones |
Aunt Carol to bring the cake | Aunt Carol |
Uncle Bob to bring the cake | Uncle Bob |
Rev. Green to call the bank | Rev. Green |
call the bank (action: Sam) | Sam |
call the bank (action Sam) | Sam |
call the bank - action: Sam | Sam |
The roof is leaking. Action: Sam | Sam |
call the bank. Action Sam | Sam |
call the bank. ACTION: SM | SM |
call the bank. Responsible person: Sam | Sam |
call the bank. Responsibility: Sam | Sam |
call the bank, PIC: Sam | Sam |
call the bank - owned by Sam | Sam |
Rollout plan, owned by Sam | Sam |
Rollout plan, led by Sam | Sam |
Rollout plan to be written by Sam | Sam |
Rollout plan to be written by Sam by Friday | Sam | 2026-11-20
Check the oven, Priya | Priya |
Check the oven; Priya | Priya |
Check the oven … Priya | Priya |
Check the oven /Priya | Priya |
Check the oven > Priya | Priya |
Check the oven ~Priya | Priya |
Check the oven = Priya | Priya |
Check the oven (Priya's job) | Priya |
Check the oven - Priya's job | Priya |
Check the oven, Priya can do it | Priya |
Can Pieter look at the broken link on the contact page? | Pieter |
Could Pieter take a look at the link? | Pieter |
Can Pieter bring the projector? | Pieter |
Sam, are you able to send the deck? | Sam |
Sam, don't forget to call the bank | Sam |
Sam, remember to call the bank | Sam |
Sam, it's your turn to cook | Sam |
Sam, your turn to cook | Sam |
Yara, I need the signed waiver back by Thursday please | Yara | 2026-11-19
Yara, we need the figures from you by Thursday | Yara | 2026-11-19
It was agreed that Sam would call the bank | Sam |
Sam took the action to call the bank | Sam |
Sam has an action to call the bank | Sam |
Sam offers to bring the cake | Sam |
Sam undertook to write the letter | Sam |
Ops to rotate the API keys by Tuesday | Ops | 2026-11-24
Finance to confirm the cost centre | Finance |
Legal to review the NDA by 25 November | Legal | 2026-11-25
HR will update the holiday policy | HR |
Marketing to provide logos by 26 Nov at 14:00 | Marketing | 2026-11-26T14:00
Facilities should repair the blinds in the east meeting room | Facilities |
Treasurer to pay the hall deposit by 1 December | Treasurer | 2026-12-01
Secretary to write to the council | Secretary |
The secretary to write to the council | secretary |
Sales to send the forecast | Sales |
Engineering to fix the build | Engineering |
Design team to update the mockups | Design team |
Support team will call the customer | Support team |
Chair to circulate the minutes | Chair |
Board to approve the accounts | Board |
Committee to decide on the venue | Committee |
Website: Mark to review the copy | Mark |
Garden: Rose to call the florist | Rose |
Art supplies: Art to check the paint | Art |
Sam gonna call the bank | Sam |
Owner Sam: call the bank | Sam |
Lead Sam: call the bank | Sam |
Owner(s): Sam, Ana – call the bank | Sam, Ana |
Sam, by Friday: call the bank | Sam | 2026-11-20
Sam, Fri: call the bank | Sam | 2026-11-20
FAO Sam: call the bank | Sam |
Attn Sam: call the bank | Sam |
Sam from finance to call the bank | Sam |
Action point for Sam: call the bank | Sam |
RESOLVED that Sam will call the bank | Sam |
iv) Sam to call the bank | Sam |
Please note Sam will call the bank | Sam |
Budget – Sam to call the bank, Friday | Sam | 2026-11-20
Budget. Sam to call the bank. | Sam |
We agreed Sam will call the bank | Sam |
Agreed for Sam to call the bank | Sam |
Sam agreed he will call the bank | Sam |
Sam said he will call the bank | Sam |
Sam says she'll call the bank | Sam |
Sam confirmed he will send the deck | Sam |
Sam has kindly agreed to call the bank | Sam |
Sam still needs to call the bank | Sam |
Sam also to call the bank | Sam |
Sam and Ana both to call the bank | Sam, Ana |
Sam better call the bank | Sam |
Sam had better call the bank | Sam |
Sam, when you get a chance, call the bank | Sam |
Sam, when you have a minute please call the bank | Sam |
IT team to reset the codes | IT team |
HR team to send the form | HR team |
Events team to book the hall | Events team |
Sales manager to call the client | Sales manager |
Membership secretary to write to the members | Membership secretary |
Design to update the style guide | Design |
Catering to confirm the menu | Catering |
Reception to order the badges | Reception |
Security to check the passes | Security |
Board to sign the lease | Board |
Owner: Finance – confirm the cost centre | Finance |
confirm the cost centre, assigned to Marketing | Marketing |
confirm the cost centre (owner: HR) | HR |
Finance and Legal to review the contract | Finance, Legal |
Action: Finance to confirm the cost centre | Finance |
Budget: Finance to confirm the cost centre | Finance |
[infra] Ops to rotate the keys | Ops |
Finance must confirm the cost centre | Finance |
Finance needs to confirm the cost centre | Finance |
QA must test the build | QA |
IT will reset the codes | IT |
J. Smith to call the bank | J. Smith |
Clean the room: Viktor | Viktor |
# departments, teams and roles in the forms of people; months behind a task, short forms, boxes
Reception please book a taxi | Reception |
Finance please send the numbers | Finance |
Design please fix the menu | Design |
Legal please check the contract | Legal |
Reception, please book a taxi | Reception |
Maintenance, please fix the lift | Maintenance |
Support, please check the logs | Support |
Security, please check the gate | Security |
Housekeeping, please change the towels | Housekeeping |
Marketing pls send the banners | Marketing |
Sales kindly update the sheet | Sales |
Marketing: send the banners | Marketing |
Sales: call the client | Sales |
Finance: send the numbers | Finance |
HR to send the form | HR |
HR: send the form | HR |
IT to fix the printer | IT |
IT: fix the printer | IT |
QA to test the build | QA |
QA: test the build | QA |
PM to send the agenda | PM |
UX to review the flow | UX |
CEO to sign the contract | CEO |
CFO: send the numbers | CFO |
PTA to organise the fair | PTA |
Nurse, please check the drip | Nurse |
Front desk please hold my calls | Front desk |
Catering, please confirm numbers | Catering |
IT to reset the router | IT |
IT: reset the router | IT |
Facilities to replace the lamp in 3B | Facilities |
facilities - fix the gate | facilities |
night shift to restock the fridge | night shift |
the kitchen team to scrub the fryer | kitchen team |
Kitchen staff to scrub the fryer | Kitchen staff |
Data team: rerun the ETL job | Data team |
data team pls rerun the job | data team |
Analytics team to refresh the dashboard | Analytics team |
Office manager to order toner | Office manager |
office manager: order toner | office manager |
Tech lead to sign off the spec | Tech lead |
Treasurer: pay the deposit | Treasurer |
Treasurer, can you pay the deposit | Treasurer |
can HR send the contract | HR |
could IT reset my password? | IT |
We need Legal to check the clause | Legal |
please can Finance send the PO | Finance |
reset the router (IT) | IT |
order 4 chairs -> Facilities | Facilities |
badge printer -> IT | IT |
check the lease - Legal | Legal |
owner: Facilities - fix the lift | Facilities |
fix the lift, owner: Facilities | Facilities |
assigned to QA: rerun the suite | QA |
rerun the suite, assigned to QA | QA |
@finance send the PO | finance |
Comms to draft the press note by Fri | Comms | 2026-11-20
Legal and HR to review the policy | Legal, HR |
Sales to call Acme back | Sales |
Support needs to answer ticket 442 | Support |
Support will answer ticket 442 | Support |
Ops must rotate the keys | Ops |
ops to patch the servers | ops |
reception to print badges | reception |
security to check the alarm | security |
intern: scan the files | intern |
Secretary to circulate minutes | Secretary |
Chair to sign the letter | Chair |
Captain to email the referee | Captain |
HR is responsible for the rota | HR |
printer jam, IT is on it | IT |
Broken lift - Facilities to sort | Facilities |
Boiler: Facilities to call the engineer | Facilities |
Marketing shd update the flyer | Marketing |
Front desk: print the badges | Front desk |
front desk pls print the badges | front desk |
DevOps to rotate certs | DevOps |
Dev team to fix login by Friday | Dev team | 2026-11-20
Head coach to pick the squad | Head coach |
Social committee to book the hall | Social committee |
project manager to update the plan | project manager |
Customer support to reply to Ann | Customer support |
Stage crew to strike the set | Stage crew |
QA to retest | QA |
Legal to approve | Legal |
Nurse to check the drip | Nurse |
volunteer coordinator to call the school | volunteer coordinator |
Big Steve to move the piano | Big Steve |
kim: bins out | kim |
owner=Ana fix the gate | Ana |
owner: Ana fix the gate | Ana |
assignee=tom update the readme | tom |
invite list [May] | May |
clean the grill -> June | June |
sweep the yard (August) | August |
wash the van [April] | April |
Ines shd check the meter | Ines |
Omar shld ring the school | Omar |
let's have Tom call the vet | Tom |
rack the switch /GH | GH |
[ ] Sam does the rota | Sam |
[ ] Bea is fixing the till | Bea |
☐ Bea picks up the cake | Bea |
Petra sends the price list by Friday | Petra | 2026-11-20
Sam books the band by Friday | Sam | 2026-11-20
Bea carries the chairs up on Saturday | Bea | 2026-11-21
Tom returns the drill tomorrow | Tom | 2026-11-19
[ ] Bea is fixing it | Bea |
Mira will pick up the badges on Thursday | Mira | 2026-11-19
Action: Jonas to draft the risk register | Jonas |
Jonas/Mira: agree seating plan | Jonas, Mira |
Petra needs to renew the domain | Petra |
Petra - domain renewal | Petra |
domain renewal (Petra) | Petra |
Domain renewal – Petra by Friday | Petra | 2026-11-20
Petra and Jonas to book travel | Petra, Jonas |
TODO Petra: invoices | Petra |
Warehouse team to recount bay 4 | Warehouse team |
warehouse team please recount bay 4 | warehouse team |
Accounts to chase the overdue invoice | Accounts |
accounts team to chase invoice 88 | accounts team |
Editor to proof the cover | Editor |
Head chef to update the menu | Head chef |
Chef to order the fish | Chef |
Coach to email the parents | Coach |
Teacher to print the worksheets | Teacher |
Librarian to shelve the returns | Librarian |
Registrar: send the letters | Registrar |
Secretary: circulate the minutes | Secretary |
Groundskeeper to mow the pitch | Groundskeeper |
Site manager to unlock the gate | Site manager |
HR dept to post the job ad | HR dept |
Marketing team will finalise the banner | Marketing team |
The marketing team will finalise the banner | marketing team |
Engineering lead to review the RFC | Engineering lead |
On-call to restart the queue | On-call |
on-call engineer to restart the queue | on-call engineer |
Release manager: tag the build | Release manager |
Product owner to reorder the backlog | Product owner |
Scrum master to book the retro | Scrum master |
Club secretary to write to the council | Club secretary |
PR team to answer the press | PR team |
Legal pls confirm the clause | Legal |
Finance, could you check the PO | Finance |
Finance can you check the PO | Finance |
Finance should approve invoice 12 | Finance |
Finance needs to approve the invoice | Finance |
Finance has to approve the invoice | Finance |
Finance & Legal to sign off the contract | Finance, Legal |
sign the contract @legal | legal |
book venue [Events team] | Events team |
book venue (events team) | events team |
clean the filters (night shift) | night shift |
fix VPN => IT | IT |
fix VPN – IT dept | IT dept |
Owner: Ops. Rotate the logs | Ops |
resp: QA - write test plan | QA |
@bo: review the PR | bo |
review the PR @bo | bo |
nora to water the ferns | nora |
nora: ferns need water | nora |
nora - water the ferns | nora |
ferns -> nora | nora |
gutters (nora) | nora |
Will Smith to call the agent | Will Smith |
June to bring the rota | June |
polish the brass (May) | May |
May to polish the brass | May |
wrap gifts -> April | April |
fridge clean-out [June] | June |
buy sandals (June) | June |
"""


def _rows() -> list[tuple[str, str | None, str | None]]:
    rows = []
    for line in _TABLE.splitlines():
        if line and not line.startswith("# "):
            phrase, owner, due = (part.strip() for part in line.rsplit("|", 2))
            rows.append((phrase, owner or None, due or None))
    return rows


SAID = _rows()
