// Sentences of news from a small town, for running text.
import { list, type Grammar } from './grammar.ts';

export const townEn = {
  sentence: list(`
    {who} {deed} {when}.
    {who} {deed} {when}, and {reaction}.
    {opening}, {who} {deed}.
    According to {who}, {fact}.
    {fact}, and {reaction}.
    Since {season}, {change}, and {reaction}.
    {who} {deed}, although {doubt}.
    Nobody was surprised when {who} {deed}.
    It turned out {when} that {fact}.
    While {who} {deed}, {reaction}.
    {person} {deed} {when}.
    "{quote}," said {person} {when}.
    {person} still remembers the year when {who} {deed}.
    Whether {who} will ever be asked again is an open question, for {doubt}.`),
  who: list(`
    the town council
    the harbour office
    a group of volunteers
    two retired teachers
    the public library
    the bakery on {street}
    the owner of the old mill
    the allotment society
    the bus company
    a local historian
    the choir of St Anne's
    the swimming club
    the parents' association
    the market traders
    the new headmistress
    the fire brigade
    the museum
    a young couple from {street}
    the tenants of {street}
    the gardeners at the park
    the railway society
    the water board
    the editor of the local paper
    the county archive`),
  street: list(`
    Canal Street
    Orchard Lane
    Ferry Road
    Mill Row
    Chapel Hill
    Tanner Street
    Station Road
    Dairy Lane`),
  deed: list(`
    reopened the footpath along the canal
    asked for a second survey of the bridge
    moved the Saturday market to the station yard
    collected old photographs of the harbour
    repaired the clock on the town hall
    planted {12-90} lime trees by the river
    took down the fence around the playground
    published a map of the old lanes
    raised the fare for the ferry by {5-40} pence
    painted the benches on the promenade
    turned the empty shop into a reading room
    signed a contract for new street lamps
    cancelled the summer concert
    counted the swallows under the viaduct
    found a box of letters in the attic
    measured the depth of the millpond
    offered free lessons on Thursday evenings
    drew up a list of {20-80} complaints
    put the question to a vote
    lent the tower to the bell ringers
    cleared the ditch behind the school
    bought a second-hand snow plough
    changed the opening hours once more
    replaced the wooden steps with stone ones
    borrowed three rowing boats
    hung up a sign in four languages`),
  when: list(`
    on Monday
    on Wednesday morning
    on Friday afternoon
    last week
    after a long debate
    before the first frost
    without much notice
    earlier than planned
    at the end of the month
    for the third time
    in spite of the rain
    during the school holidays
    shortly before Easter
    at its own expense
    the day after the fair`),
  reaction: list(`
    most residents seem to approve
    nobody had expected it so soon
    the neighbours have already written to the mayor
    the first visitors came the same day
    it took longer than anyone had hoped
    the costs stayed below the estimate
    there was applause from the back rows
    the children liked it best
    the paper printed a photograph on page {2-16}
    a second attempt is planned for the autumn
    the shopkeepers are waiting to see what happens
    opinions were divided
    the keys were handed over at noon
    even the sceptics turned up`),
  opening: list(`
    After {2-11} years of waiting
    To everyone's relief
    With a grant from the county
    As the minutes show
    In a surprising turn
    Once the snow had melted
    Against the advice of the surveyor
    For want of a better idea
    On a bright and windy day
    Thanks to a donation`),
  season: list(`
    the spring
    the flood of last November
    the beginning of the year
    the new bypass was opened
    the bank closed its branch
    the harvest festival`),
  fact: list(`
    the roof will need another {2-9} weeks of work
    the number of visitors has risen by {3-48} per cent
    the ferry carries about {120-900} people a day
    the lease runs for another {2-14} years
    the oldest part of the wall was built by monks
    the tower leans by {2-19} centimetres
    only {3-40} of the letters have been answered
    the bridge can bear no more than {3-18} tonnes
    the school has {4-30} pupils fewer than before
    the new lamps use half the electricity
    the river rose by {11-95} centimetres overnight
    the bus now stops at the hospital
    the old well has never run dry
    the parish owns {2-30} acres of woodland
    the festival ended with a small surplus
    the archive keeps the plans under lock and key`),
  change: list(`
    the number of visitors has risen by {3-48} per cent
    the ferry has carried {120-900} people a day
    the school has lost {4-30} pupils
    the bus has stopped at the hospital as well
    {3-19} shops have changed hands
    the library has lent {200-900} books a month
    rents have gone up by {2-18} per cent
    the square has been closed to cars
    the market has been held every {2-6} weeks`),
  doubt: list(`
    the money will hardly be enough
    the weather was against it
    hardly anyone had read the report
    the permit came only on the last day
    an older plan was still in force
    the insurance had not agreed
    a few signatures were missing
    the path is closed in winter
    the experts could not agree`),
  quote: list(`
    We should have done this years ago
    I would not change a thing
    It was cheaper than we feared
    You can hear the difference at once
    Somebody has to begin
    We counted everything twice
    The keys are with the caretaker
    There is still a lot to do`),
} satisfies Grammar;
