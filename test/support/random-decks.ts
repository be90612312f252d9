import fc from 'fast-check';
import { LAYOUTS, type Slide, type SlidesDocument } from '../../api/content/slides/document.ts';

const LATIN = 'Water finds its own way through stones and roots, and nobody has ever asked it why'.split(' ');
const WORDS: readonly string[] = [
  ...LATIN,
  'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  'https://example.org/a/very/long/address/that?has=no&place=to&break=at%20all#whatsoever',
  'x'.repeat(240),
  'WWWWWWWWWWWWWWWWWWWWWWWW',
  'الماء النظيف يبدأ من الحقول',
  'والمستشفيات',
  'נהר הוא לא קו על המפה',
  '川は地図の上の線ではない。流れ込むすべてのものだ',
  '수질은들판에서시작된다',
  'แม่น้ำไม่ใช่เส้นบนแผนที่แต่เป็นทุกสิ่งที่ไหลลงมา',
  'नदी नक्शे पर रेखा नहीं है',
  '👩‍👩‍👧‍👦👩🏽‍🚀🏳️‍🌈🇪🇺',
  'e\u0301a\u0300o\u0302',
  'a\tb',
  '3\u00a0000\u00a0000\u00a0€',
  '<b>&amp;</b>',
];

const word = fc.constantFrom(...WORDS);
const glue = fc.constantFrom(' ', ' ', ' ', ' ', '\n', '\n\n');
const text = (most: number): fc.Arbitrary<string> =>
  fc.array(fc.tuple(word, glue), { minLength: 1, maxLength: most }).map((parts) => parts.flat().join(''));
const line = (most: number): fc.Arbitrary<string> =>
  fc.oneof(
    text(3),
    text(most),
    fc.constantFrom('', ' ', 'A'),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
  );
/** Now and then far more than anybody would put on a slide. */
const long = fc.oneof(
  { weight: 6, arbitrary: line(30) },
  { weight: 3, arbitrary: text(120) },
  { weight: 1, arbitrary: text(600) },
);
const bullets = fc.oneof(
  { weight: 5, arbitrary: fc.array(line(10), { maxLength: 8 }) },
  { weight: 1, arbitrary: fc.array(line(14), { minLength: 30, maxLength: 40 }) },
);

const slide: fc.Arbitrary<Slide> = fc
  .record(
    {
      layout: fc.constantFrom(...LAYOUTS),
      heading: fc.oneof({ weight: 5, arbitrary: line(8) }, { weight: 1, arbitrary: text(50) }),
      subtitle: line(12),
      body: long,
      bullets,
    },
    { requiredKeys: ['layout'] },
  )
  .map(({ bullets: points, ...rest }) =>
    rest.layout === 'bullets' && points !== undefined ? { ...rest, bullets: points } : rest,
  );

/** Valid decks (spec 2.4) of what is hard to show: long words, long texts, many scripts, many points, nothing at all. */
export const randomDeck: fc.Arbitrary<SlidesDocument> = fc.record(
  {
    title: line(6),
    theme: fc.constantFrom('', 'plain', 'dark', 'light blue', '4:3', '16:10 amber', '#ffe000 dark'),
    slides: fc.array(slide, { minLength: 1, maxLength: 6 }),
  },
  { requiredKeys: ['title', 'slides'] },
);
