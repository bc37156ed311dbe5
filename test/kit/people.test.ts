// People, places and trade: drawn names, addresses, companies and products, in English and Chinese.
import { expect, test } from 'vitest';
import { people, places, trade } from '../../src/kit/index.ts';
import { drawOf, languages, repeatsIn } from './draw.ts';

test('a person is the same at the same seed', () => {
  expect([people.person(drawOf(), 'en'), people.person(drawOf(), 'zh')]).toMatchInlineSnapshot(`
    [
      {
        "born": "1977-01-31",
        "email": "liam.eastman@sandbrook.example",
        "family": "Eastman",
        "gender": "male",
        "given": "Liam",
        "mailbox": "liam.eastman",
        "name": "Liam Eastman",
        "phone": "(404) 555-7564",
      },
      {
        "born": "1962-08-01",
        "email": "wei.pan@oakwood.example",
        "family": "潘",
        "gender": "male",
        "given": "伟",
        "mailbox": "wei.pan",
        "name": "潘伟",
        "phone": "16480600262",
      },
    ]
  `);
  for (const lang of languages) expect(people.people(drawOf(), lang, 30)).toEqual(people.people(drawOf(), lang, 30));
});

/** Repeats among a thousand draws, measured at seed 7, and the most that is allowed. */
test('drawn values seldom repeat', () => {
  const repeats = Object.fromEntries(
    languages.map((lang) => {
      const draw = drawOf();
      return [
        lang,
        {
          person: repeatsIn(() => people.person(draw, lang).name),
          email: repeatsIn(() => people.person(draw, lang).email),
          phone: repeatsIn(() => people.phone(draw, lang)),
          address: repeatsIn(() => places.address(draw, lang).text),
          company: repeatsIn(() => trade.company(draw, lang).name),
          product: repeatsIn(() => trade.product(draw, lang).name),
        },
      ];
    }),
  );
  expect(repeats).toMatchInlineSnapshot(`
    {
      "en": {
        "address": 0,
        "company": 20,
        "email": 0,
        "person": 10,
        "phone": 1,
        "product": 4,
      },
      "zh": {
        "address": 0,
        "company": 0,
        "email": 0,
        "person": 2,
        "phone": 0,
        "product": 0,
      },
    }
  `);
  for (const each of Object.values(repeats)) {
    for (const [kind, count] of Object.entries(each)) expect(count, kind).toBeLessThan(40);
  }
});

test.each(languages)('people have different names and mailboxes: %s', (lang) => {
  const all = people.people(drawOf(), lang, 600, { domain: 'heron.example' });
  expect(new Set(all.map(({ name }) => name)).size).toBe(600);
  expect(new Set(all.map(({ email }) => email)).size).toBe(600);
  for (const { name, family, given, email, phone, born, mailbox } of all) {
    expect(email).toBe(`${mailbox}@heron.example`);
    expect(mailbox).toMatch(/^[a-z]+\.[a-z]+\d*$/);
    expect(name).toBe(lang === 'zh' ? family + given : `${given} ${family}`);
    expect(name).toMatch(lang === 'zh' ? /^\p{Script=Han}{2,4}$/u : /^[\p{Script=Latin} ]+$/u);
    expect(phone).toMatch(lang === 'zh' ? /^1[56]\d{9}$/ : /^\(\d{3}\) 555-\d{4}$/);
    expect(born >= '1956-01-01' && born <= '2004-12-31').toBe(true);
  }
});

test('the mailbox of a Chinese name is its pinyin', () => {
  const all = people.people(drawOf(), 'zh', 800);
  const lü = all.find(({ family }) => family === '吕');
  expect(lü?.mailbox).toMatch(/\.lv\d*$/);
  const ouyang = all.find(({ family }) => family === '欧阳');
  expect(ouyang?.mailbox).toMatch(/\.ouyang\d*$/);
  for (const { family, mailbox } of all) if (family === '王') expect(mailbox).toMatch(/\.wang\d*$/);
});

test('the gazetteer is well formed and contains the difficult cases', () => {
  for (const { province, city, district, code } of places.divisions) {
    expect(code).toMatch(/^\d{6}$/);
    expect(province).toMatch(/[省市区]$/);
    expect(city).toMatch(/市$/);
    expect(district).toMatch(/^$|[区县市]$/);
  }
  const codes = places.divisions.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  const text = places.divisions.map(places.divisionText);
  expect(text).toContain('上海市徐汇区');
  expect(text).toContain('吉林省吉林市船营区');
  expect(text).toContain('广东省东莞市');
  expect(text).toContain('江苏省苏州市昆山市');
  expect(places.sharedDistricts()).toEqual(expect.arrayContaining(['鼓楼区', '和平区', '朝阳区', '西湖区']));
  // A province's divisions share the first two digits, and no other province has them.
  const starts = new Map(places.divisions.map(({ province, code }) => [province, code.slice(0, 2)]));
  expect(new Set(starts.values()).size).toBe(starts.size);
  for (const { province, code } of places.divisions) expect(code.slice(0, 2)).toBe(starts.get(province));
});

test.each(languages)('the text of an address is composed of its parts: %s', (lang) => {
  const draw = drawOf();
  for (const address of draw.many(300, () => places.address(draw, lang))) {
    const { text, region, city, district, street, house, postcode } = address;
    const whole =
      lang === 'zh'
        ? `${region}${city === region ? '' : city}${district}${street}${house}`
        : `${house} ${street}, ${city}, ${region}, ${postcode}`;
    expect(text).toBe(whole);
    expect(postcode).toMatch(lang === 'zh' ? /^\d{6}$/ : /^[A-Z]{2}\d{1,2} \d[A-Z]{2}$/);
  }
});

test.each(languages)('products have plausible prices: %s', (lang) => {
  const all = trade.products(drawOf(), lang, 400);
  expect(new Set(all.map(({ name }) => name)).size).toBe(400);
  expect(new Set(all.map(({ sku }) => sku)).size).toBe(400);
  for (const { cents, name, kind, brand } of all) {
    expect(cents).toBeGreaterThan(80);
    expect(cents).toBeLessThan(100_000);
    expect(name).toContain(kind);
    expect(name.startsWith(brand)).toBe(true);
  }
  const median = (kind: trade.Trade) =>
    trade
      .products(drawOf(), lang, 99, kind)
      .map(({ cents }) => cents)
      .toSorted((a, b) => a - b)[49] ?? 0;
  expect(median('electronics')).toBeGreaterThan(2 * median('grocery'));
});

test('lists of companies, departments, jobs and cities have no repeats', () => {
  for (const lang of languages) {
    const draw = drawOf();
    expect(new Set(trade.companies(draw, lang, 200).map(({ short }) => short)).size).toBe(200);
    expect(new Set(trade.departments(draw, lang, 20)).size).toBe(20);
    expect(new Set(trade.jobTitles(draw, lang, 36)).size).toBe(36);
    expect(new Set(places.cities(draw, lang, 40)).size).toBe(40);
    expect(trade.company(draw, lang).domain).toMatch(/^[a-z-]+\.example$/);
  }
});
