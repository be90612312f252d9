import {
  design,
  mustBeObject,
  mustBeObjects,
  mustEqual,
  NotApplicable,
  spec,
  type Loose,
  type Rule,
} from '../rule.ts';
import type { Samples } from '../samples.ts';
import type { StudioUnderTest } from '../studio-under-test.ts';

const FORM = design('form `fieldCount addField updateField moveField removeField`');
const SLIDES = design('slides `slideCount list add update move remove goto`');

function only(samples: Samples, vertical: string): void {
  if (samples.vertical !== vertical)
    throw new NotApplicable(`this is no rule of the vertical ${samples.vertical}`);
}

/** Entries of the document as `getState` reads it. */
async function entries(studio: StudioUnderTest, member: string): Promise<readonly Loose[]> {
  const { schema } = await studio.state();
  return mustBeObjects(mustBeObject(schema, '`schema`')[member], member);
}

async function start(studio: StudioUnderTest, document: Loose): Promise<void> {
  await studio.result('setDocument', { document: JSON.stringify(document) });
}

const field = (key: string): Loose => ({ type: 'text', key, label: key });
const slide = (heading: string): Loose => ({ layout: 'text', heading });

export const INVOKE_RULES: readonly Rule[] = [
  {
    id: 'S4.8-invoke',
    quote: spec('4.8', 'escape hatch for domain operations (for example a form field count)'),
    async check(studio, { rich, reads }) {
      await start(studio, rich);
      const list = rich['fields'] ?? rich['slides'];
      mustEqual(
        await studio.result('invoke', reads),
        (list as readonly unknown[]).length,
        `what ${reads.op} answers`,
      );
    },
  },
  {
    id: 'D11-invoke-mutates',
    quote: design(
      'An `invoke` that changes the text counts as mutating: version + 1, `baseVersion` respected.',
    ),
    async check(studio, { adds, reads }) {
      const before = Number(await studio.result('invoke', reads));
      const result = mustBeObject(await studio.result('invoke', adds, { baseVersion: 0 }), 'the result');
      mustEqual([result['ok'], result['version'], await studio.version()], [true, 1, 1], 'ok and version');
      mustEqual(
        await studio.result('invoke', reads),
        before + 1,
        `what ${reads.op} answers after ${adds.op}`,
      );
      const { code } = await studio.refusal('invoke', adds, { baseVersion: 0 });
      mustEqual([code, await studio.version()], ['stale_version', 1], 'code and version of a stale one');
    },
  },
  {
    id: 'D11-invoke-same-text',
    quote: design(
      'An `invoke` that changes the text counts as mutating: version + 1, `baseVersion` respected.',
    ),
    async check(studio, { rich, stays }) {
      await start(studio, rich);
      const heard = await studio.unchangedBy(async () => {
        await studio.result('invoke', stays);
      }, `${stays.op} to the same place`);
      mustEqual(heard, [], `what else was heard after ${stays.op} to the same place`);
    },
  },
  {
    id: 'D11-invoke-form-edits',
    quote: FORM,
    async check(studio, samples) {
      only(samples, 'form');
      await start(studio, { title: 'A form', fields: [] });
      for (const key of ['a', 'b', 'c'])
        await studio.result('invoke', { op: 'addField', params: { field: field(key) } });
      await studio.result('invoke', { op: 'moveField', params: { key: 'c', to: 0 } });
      await studio.result('invoke', { op: 'updateField', params: { key: 'b', changes: { label: 'Bee' } } });
      await studio.result('invoke', { op: 'removeField', params: { key: 'a' } });
      mustEqual(await entries(studio, 'fields'), [field('c'), { ...field('b'), label: 'Bee' }], 'the fields');
      mustEqual(await studio.version(), 7, 'the version after seven changes');
    },
  },
  {
    id: 'D11-invoke-slides-edits',
    quote: SLIDES,
    async check(studio, samples) {
      only(samples, 'slides');
      await start(studio, { title: 'A deck', slides: [slide('a')] });
      for (const heading of ['b', 'c'])
        await studio.result('invoke', { op: 'add', params: { slide: slide(heading) } });
      await studio.result('invoke', { op: 'move', params: { from: 2, to: 0 } });
      await studio.result('invoke', { op: 'update', params: { index: 2, changes: { heading: 'Bee' } } });
      await studio.result('invoke', { op: 'remove', params: { index: 1 } });
      mustEqual(await entries(studio, 'slides'), [slide('c'), slide('Bee')], 'the slides');
      const list = mustBeObjects(await studio.result('invoke', { op: 'list' }), 'what `list` answers');
      mustEqual(list.length, 2, 'slides that `list` names');
    },
  },
  {
    id: 'D11-invoke-slides-goto',
    quote: SLIDES,
    async check(studio, samples) {
      only(samples, 'slides');
      await start(studio, { title: 'A deck', slides: [slide('The first'), slide('The second')] });
      await studio.untilSeen('the first slide', ({ text }) => text.includes('The first'));
      const go = (): Promise<unknown> => studio.result('invoke', { op: 'goto', params: { index: 1 } });
      await studio.unchangedBy(go, '`goto`');
      await studio.untilSeen('the second slide after `goto`', ({ text }) => text.includes('The second'));
    },
  },
  {
    id: 'D11-invoke-unreadable',
    quote: design(
      'codes `unknown_method unknown_op invalid_params stale_version no_match unsupported busy timeout too_large internal`',
    ),
    async check(studio, { adds, reads }) {
      await studio.result('setDocument', { document: '[]' });
      for (const call of [adds, reads]) {
        const { code } = await studio.refusal('invoke', call);
        mustEqual(code, 'unsupported', `code of ${call.op} on a document that has no list`);
      }
      mustEqual(await studio.version(), 1, 'the version');
    },
  },
];
