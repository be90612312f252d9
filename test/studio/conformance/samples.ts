import { mustBeObject, NotApplicable, type Loose } from './rule.ts';

/** A call of `invoke` and what it does to a sample document. */
export interface Call {
  readonly op: string;
  readonly params: Loose;
}

/** Documents of the Studio's vertical, and what it can do with them. */
export interface Samples {
  readonly vertical: string;
  /** A valid document with this title. */
  document(title: string): string;
  /** A document that is JSON and not valid, and where. */
  readonly invalid: { readonly document: string; readonly path: string };
  /** Documents of spec 2.4 by the rule that they break, with a JSON pointer into what is wrong. */
  readonly broken: Readonly<Record<string, { readonly document: Loose; readonly path: string }>>;
  /** A valid document with everything that the vertical has. */
  readonly rich: Loose;
  /** Targets of pictures of the rich document. */
  readonly targets: readonly string[];
  readonly reads: Call;
  readonly adds: Call;
  /** Leaves the rich document as it is. */
  readonly stays: Call;
}

const TYPES = ['text', 'long', 'email', 'number', 'choice', 'multi', 'rating', 'date', 'bool'];
const field = (type: string, more: Loose = {}): Loose => ({ type, key: type, label: `A ${type}`, ...more });
const form = (...fields: readonly Loose[]): Loose => ({ title: 'A form', fields });
const deck = (...slides: readonly Loose[]): Loose => ({ title: 'A deck', slides });

const FORM: Samples = {
  vertical: 'form',
  document: (title) => JSON.stringify({ title, fields: [{ type: 'text', key: 'name', label: 'Name' }] }),
  invalid: {
    document: JSON.stringify(form(field('text'), { ...field('long'), type: 'longer' })),
    path: '/fields/1/type',
  },
  broken: {
    'form-type': { document: form(field('colour')), path: '/fields/0/type' },
    'form-key': { document: form(field('text'), field('text')), path: '/fields/1' },
    'form-options': { document: form(field('text', { options: ['a'] })), path: '/fields/0' },
    'form-range': { document: form(field('text', { range: { min: 1, max: 2 } })), path: '/fields/0' },
    'form-range-order': {
      document: form(field('number', { range: { min: 2, max: 2 } })),
      path: '/fields/0/range',
    },
  },
  rich: {
    title: 'All there is',
    desc: 'Each type of field.',
    fields: TYPES.map((type) => {
      if (type === 'choice' || type === 'multi') return field(type, { options: ['a', 'b'] });
      if (type === 'number' || type === 'rating') return field(type, { range: { min: 1, max: 5 } });
      return field(type, { required: type === 'text' });
    }),
  },
  targets: TYPES.map((type) => `field:${type}`),
  reads: { op: 'fieldCount', params: {} },
  stays: { op: 'moveField', params: { key: 'text', to: 0 } },
  adds: { op: 'addField', params: { field: { type: 'text', key: 'added', label: 'Added' } } },
};

const SLIDES: Samples = {
  vertical: 'slides',
  document: (title) => JSON.stringify({ title, slides: [{ layout: 'title', heading: title }] }),
  invalid: {
    document: JSON.stringify(deck({ layout: 'title' }, { layout: 'titles' })),
    path: '/slides/1/layout',
  },
  broken: {
    'slides-layout': { document: deck({ layout: 'poster' }), path: '/slides/0/layout' },
    'slides-one': { document: deck(), path: '/slides' },
    'slides-bullets': { document: deck({ layout: 'text', bullets: ['a'] }), path: '/slides/0' },
  },
  rich: {
    title: 'All there is',
    theme: 'plain',
    slides: [
      { layout: 'title', heading: 'One', subtitle: 'First' },
      { layout: 'bullets', heading: 'Two', bullets: ['a', 'b'] },
      { layout: 'text', heading: 'Three', body: 'Words.' },
    ],
  },
  targets: ['slide:1', 'slide:2', 'slide:3'],
  stays: { op: 'move', params: { from: 0, to: 0 } },
  reads: { op: 'slideCount', params: {} },
  adds: { op: 'add', params: { slide: { layout: 'text', heading: 'Added' } } },
};

const KNOWN: readonly Samples[] = [FORM, SLIDES];

/** @returns undefined for a vertical that the runner has no documents of */
export function samplesOf(vertical: unknown): Samples | undefined {
  return KNOWN.find((samples) => samples.vertical === vertical);
}

/** A rule of spec 2.4. @throws NotApplicable where it is another vertical's */
export function brokenDocument(
  samples: Samples,
  rule: string,
): { readonly document: string; readonly path: string } {
  const found = samples.broken[rule];
  if (!found) throw new NotApplicable(`this is no rule of the vertical ${samples.vertical}`);
  return { document: JSON.stringify(mustBeObject(found.document, 'the sample')), path: found.path };
}
