// Prose of the kit: sentences, reviews, emails, minutes, logs and grammars.
import { expect, test } from 'vitest';
import { dates, people, prose, trade } from '../../src/kit/index.ts';
import { drawOf, languages, repeatsIn } from './draw.ts';

/** Repeats among a thousand draws, measured at seed 7, and the most that is allowed. */
test('drawn texts seldom repeat, and lists of texts have no repeats', () => {
  const repeats = Object.fromEntries(
    languages.map((lang) => {
      const draw = drawOf();
      return [
        lang,
        {
          sentence: repeatsIn(() => prose.sentence(draw, lang)),
          review: repeatsIn(() => prose.review(draw, lang).text),
          email: repeatsIn(() => prose.email(draw, lang).body),
          minutes: repeatsIn(() => JSON.stringify(prose.minutes(draw, lang).items)),
          description: repeatsIn(() => prose.description(draw, lang, trade.product(draw, lang))),
        },
      ];
    }),
  );
  expect(repeats).toMatchInlineSnapshot(`
    {
      "en": {
        "description": 0,
        "email": 0,
        "minutes": 0,
        "review": 0,
        "sentence": 25,
      },
      "zh": {
        "description": 0,
        "email": 0,
        "minutes": 0,
        "review": 0,
        "sentence": 15,
      },
    }
  `);
  for (const each of Object.values(repeats)) {
    for (const [kind, count] of Object.entries(each)) expect(count, kind).toBeLessThan(60);
  }
  for (const lang of languages) {
    expect(new Set(prose.sentences(drawOf(), lang, 800)).size).toBe(800);
    expect(new Set(prose.reviews(drawOf(), lang, 500).map(({ text }) => text)).size).toBe(500);
    expect(new Set(prose.emails(drawOf(), lang, 300).map(({ body }) => body)).size).toBe(300);
  }
});

test('texts are in their language and have no unfilled slots', () => {
  const draw = drawOf();
  const texts = (lang: 'en' | 'zh') => [
    ...prose.paragraphs(draw, lang, 30),
    ...prose.reviews(draw, lang, 100).map(({ text }) => text),
    ...prose.emails(draw, lang, 60).flatMap(({ subject, body }) => [subject, body]),
    ...trade.products(draw, lang, 60).map((product) => prose.description(draw, lang, product)),
    ...prose.minutes(draw, lang).items.map(({ discussion, decision }) => discussion + decision),
  ];
  for (const text of texts('en')) {
    expect(text).not.toMatch(/[{}]|undefined|\p{Script=Han}/u);
    expect(text).toMatch(/^[A-Z"]/);
    expect(text).not.toMatch(/\ba [aeiou]|\ban [^aeiou"]| {2}|\.\./);
  }
  for (const text of texts('zh')) {
    expect(text).not.toMatch(/[{}]|undefined|。。|，，/);
    expect(text).toMatch(/\p{Script=Han}/u);
  }
});

const opening = (sentence: string) => /^(According to|Nobody was|Whether|Since|While|It turned)/.exec(sentence)?.[0];

test('neighbouring sentences seldom have the same opening', () => {
  const all = prose.sentences(drawOf(), 'en', 200);
  const alike = all.filter(
    (sentence, index) => opening(sentence) && opening(sentence) === opening(all[index + 1] ?? ''),
  );
  expect(alike.length).toBeLessThan(4);
});

test.each(languages)('the text of a review agrees with its stated sentiment: %s', (lang) => {
  const draw = drawOf();
  const praise = new Map<string, boolean>();
  for (const { text, stars, sentiment, aspects } of draw.many(600, () => prose.review(draw, lang))) {
    const opinions = Object.values(aspects);
    expect(opinions.length).toBeGreaterThan(1);
    expect(new Set(opinions).size).toBe(sentiment === 'mixed' ? 2 : 1);
    expect(stars > 3).toBe(sentiment === 'positive');
    expect(stars < 3).toBe(sentiment === 'negative');
    // The same sentence does not appear in both a positive and a negative review.
    for (const sentence of text
      .replaceAll(/\d+/g, '#')
      .split(lang === 'zh' ? '。' : '. ')
      .slice(1)) {
      if (sentiment === 'mixed' || sentence === '') continue;
      const key = sentence.replace(/\.$/, '');
      expect(praise.get(key) ?? sentiment === 'positive', sentence).toBe(sentiment === 'positive');
      praise.set(key, sentiment === 'positive');
    }
  }
});

test.each(languages)('an email contains its facts: %s', (lang) => {
  const draw = drawOf();
  for (const { body, facts, from, to, at } of prose.emails(draw, lang, 200)) {
    expect(body).toContain(lang === 'zh' ? to.name : to.given);
    expect(body).toContain(lang === 'zh' ? from.name : from.given);
    expect(from.name).not.toBe(to.name);
    expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
    const plain = body.replaceAll(/(?<=\d),(?=\d{3})/g, '');
    for (const [name, value] of Object.entries(facts)) {
      const written =
        name === 'due'
          ? dates.longDay(String(value), lang)
          : name === 'cents'
            ? (Number(value) / 100).toFixed(2)
            : String(value);
      expect(name === 'product' ? body : plain).toContain(written);
    }
  }
});

test('minutes assign each action once, to a person who is present', () => {
  for (let seed = 0; seed < 30; seed += 1) {
    const { present, absent, items, day } = prose.minutes(drawOf(seed), seed % 2 ? 'en' : 'zh', { items: 5 });
    const actions = items.flatMap((item) => item.actions);
    expect(items.length).toBe(5);
    expect(new Set(actions.map(({ what }) => what)).size).toBe(actions.length);
    for (const { who, due } of actions) {
      expect(present).toContain(who);
      expect(absent).not.toContain(who);
      expect(due > day).toBe(true);
    }
  }
});

test('log entries are sorted by time, and their text contains their fields', () => {
  const draw = drawOf();
  const log = prose.appLog(draw, 500);
  expect(log.map(({ at }) => at)).toEqual(log.map(({ at }) => at).toSorted());
  expect(new Set(log.map(({ at }) => at)).size).toBe(500);
  expect(new Set(log.map(({ level }) => level)).size).toBe(4);
  for (const { text, level, service, message } of log) {
    expect(text).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} /);
    expect(text.endsWith(`${level} [${service}] ${message}`)).toBe(true);
    expect(message).not.toBe('');
  }
  const form =
    /^(\S+) - - \[(\d\d)\/(\w{3})\/(\d{4}):(\d\d:\d\d:\d\d) \+0000\] "(\w+) (\S+) HTTP\/1.1" (\d{3}) (\d+) "-" "([^"]+)"$/;
  for (const request of prose.accessLog(draw, 300)) {
    const found = form.exec(request.text) ?? [];
    expect([found[1], found[5], found[6], found[7], Number(found[8]), Number(found[9]), found[10]]).toEqual([
      request.ip,
      request.at.slice(11),
      request.method,
      request.path,
      request.status,
      request.bytes,
      request.agent,
    ]);
  }
});

test('the error for a missing grammar rule names it, and a rule does not give the same words twice', () => {
  const grammar = { start: ['{thing} and {thing}'], thing: ['salt', 'pepper'], broken: ['{nothing}'] };
  for (let seed = 0; seed < 20; seed += 1) {
    expect(['salt and pepper', 'pepper and salt']).toContain(prose.expand(drawOf(seed), grammar, 'start'));
  }
  expect(() => prose.expand(drawOf(), grammar, 'broken')).toThrow('no rule "nothing"');
  expect(prose.expand(drawOf(), { start: ['a {n}'], n: ['owl'] }, 'start')).toBe('an owl');
  expect(people.domain(drawOf())).toMatch(/\.example$/);
});
