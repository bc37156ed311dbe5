// Invented English names and words. Append only: any other edit changes the files of every task that draws from a list.

export const wordsEn = {
  givenNames: split(
    `Amelia Arthur Beatrice Benjamin Callum Clara Daniel Daphne Edward Eleanor Felix Fiona Gareth Grace Harriet Hugo
   Imogen Isaac Jasmine Joseph Keira Kenneth Leonard Louisa Marcus Matilda Nathan Nora Oliver Ottilie Patrick Penelope
   Quentin Rachel Rupert Samuel Sophie Theodore Tabitha Ursula Victor Violet Walter Wendy Xavier Yvonne Zachary Zara`,
  ),
  surnames: split(
    `Abbott Aldridge Barlow Beckett Calloway Chambers Dalton Drummond Eastwood Ellison Fairbanks Fletcher Garrison
   Goodwin Hartley Holloway Ingram Irving Jarvis Jennings Kendrick Kirkland Lambert Lockwood Maddox Merritt Newcombe
   Norwood Oakley Osborne Pemberton Prescott Quimby Radcliffe Rowland Sinclair Stratton Thackeray Townsend Underhill
   Vaughn Wainwright Whitaker Yardley`,
  ),
  places: split(
    `Ashford Brackley Cranmere Dunwick Elmhurst Farleigh Glenmoor Hartwell Inverlane Kestrel-Bay Larkfield Marlow-Point
   Northgate Oakhaven Penrose Quarrington Ravensby Silverton Thornbury Upwell Westmere Yarrowdale`,
  ).map((name) => name.replace('-', ' ')),
  /** Sales regions that do not overlap. */
  regions: ['Nordics', 'Baltics', 'Benelux', 'Iberia', 'France', 'Italy', 'British Isles', 'Balkans', 'Poland'],
  companyStems: split(
    `Alder Bramble Cobalt Dovetail Ember Foxglove Granite Heron Ironwood Juniper Kingfisher Lantern Meridian Nimbus
   Orchard Pinnacle Quill Redwood Saffron Tidewater Umber Verdant Willow Zephyr`,
  ),
  companyTails: ['Supplies', 'Foods', 'Logistics', 'Works', 'Trading', 'Media', 'Labs', 'Partners'],
  products: split(
    `desk-lamp kettle notebook backpack water-bottle phone-stand tea-towel cutting-board umbrella picture-frame
   wall-clock storage-box coffee-mug scarf candle alarm-clock ruler stapler plant-pot blanket headphones tripod
   mouse-mat keyring doormat soap-dish bread-knife garden-hose`,
  ).map((name) => name.replace('-', ' ')),
  nouns: split(
    `river market letter garden station winter bridge teacher window harbour village machine journey question mountain
   library evening kitchen painter festival captain orchard engine morning island lantern theatre bicycle neighbour
   railway cottage blanket compass meadow`,
  ),
  verbs: split(
    `crossed watched carried followed opened painted remembered repaired visited described borrowed measured reached
   discovered avoided counted collected promised forgot noticed`,
  ),
  adjectives: split(
    `quiet narrow golden early broken distant gentle heavy bright ancient curious empty careful hidden northern
   ordinary patient sudden warm wooden`,
  ),
};

function split(text: string): string[] {
  return text.trim().split(/\s+/);
}
