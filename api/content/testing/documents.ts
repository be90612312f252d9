import fc from 'fast-check';
import { FIELD_TYPES, hasOptions, hasRange } from '../form/document.ts';
import type { KindId } from '../kinds.ts';

/** An object of a document; tests look into it and spoil it. */
export type Json = Record<string, unknown>;

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const key = fc.string({ unit: fc.constantFrom(...'abcdeé/~ "_'), minLength: 1, maxLength: 20 });
const field = fc
  .record({ type: fc.constantFrom(...FIELD_TYPES), key, label: text, required: fc.boolean() })
  .chain((base) =>
    fc
      .record({
        ...(hasOptions(base.type)
          ? { options: fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }) }
          : {}),
        ...(hasRange(base.type)
          ? { range: fc.integer({ min: -9, max: 9 }).map((min) => ({ min, max: min + 3 })) }
          : {}),
      })
      .map((more): Json => ({ ...base, ...more })),
  );
const formDocument = fc.record({
  title: text,
  fields: fc.uniqueArray(field, { selector: (one) => one['key'], minLength: 1, maxLength: 8 }),
});
const slide = fc.constantFrom('title', 'bullets', 'text').chain((layout) =>
  fc.record({
    layout: fc.constant(layout),
    heading: text,
    ...(layout === 'bullets' ? { bullets: fc.array(text) } : {}),
  }),
);
const slidesDocument = fc.record({ title: text, slides: fc.array(slide, { minLength: 1, maxLength: 8 }) });

/** Valid documents of each kind. */
export const DOCUMENTS: Readonly<Record<KindId, fc.Arbitrary<Json>>> = {
  form: formDocument,
  slides: slidesDocument,
};
