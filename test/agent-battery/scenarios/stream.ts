import { eventsOf, type Protocol } from '../../../web/src/lib/agent/testing/stream-events.ts';
import { answer, call, cutAnswer, type Delivery } from '../../../web/src/lib/agent/testing/upstream.ts';
import type { Scenario } from '../scenario.ts';
import { editPage, OTHER_PAGE, PAGE, writePage } from './page.ts';

const BROKE_OFF = /broke .*kept/;

/** The bytes come in a way that changes nothing. */
function delivered(name: string, delivery: Delivery): Scenario {
  return {
    name,
    replies: () => [
      answer('I write it. ', [writePage(), editPage()], delivery),
      answer('Done.', [], delivery),
    ],
    expect: { outcome: 'completed', files: { 'index.html': OTHER_PAGE }, calls: ['ok', 'ok'], requests: 2 },
  };
}

export const STREAM: readonly Scenario[] = [
  delivered('whole', {}),
  delivered('byte-by-byte', { writeBytes: 3 }),
  delivered('one-write', { writeBytes: 100_000 }),
  delivered('slow-first-byte', { firstByteMs: 400 }),
  delivered('slow-between', { betweenMs: 8 }),
  {
    name: 'call-delivered-twice',
    replies: () => {
      const twice = call('write_file', { path: 'index.html', content: PAGE }, 'call_same');
      return [answer('', [twice, twice]), answer('Done.')];
    },
    expect: { outcome: 'completed', files: { 'index.html': PAGE }, requests: 2 },
  },
  {
    name: 'ids-counted-anew',
    replies: () => [
      answer('', [call('write_file', { path: 'index.html', content: PAGE }, 'call_0')]),
      answer('', [call('edit_file', { path: 'index.html', find: '<h1>Hi', replace: '<h1>Ho' }, 'call_0')]),
      answer('Done.'),
    ],
    expect: { outcome: 'completed', files: { 'index.html': OTHER_PAGE }, calls: ['ok', 'ok'], requests: 3 },
  },
  {
    name: 'ids-with-dots-and-colons',
    protocols: ['openai'],
    replies: () => [
      answer('', [call('write_file', { path: 'index.html', content: PAGE }, 'functions.write_file:0')]),
      answer('Done.'),
    ],
    expect: { outcome: 'completed', files: { 'index.html': PAGE }, calls: ['ok'], requests: 2 },
  },
  {
    name: 'text-delta-twice',
    protocols: ['openai'],
    replies: () => [answer('', [writePage()], { twice: [0] }), answer('Done. Really.', [], { twice: [1] })],
    expect: { outcome: 'completed', files: { 'index.html': PAGE }, calls: ['ok'] },
  },
  {
    name: 'argument-piece-twice',
    protocols: ['openai'],
    // Whatever the doubled piece makes of the arguments, it is no half of a file.
    replies: () => [answer('', [writePage()], { twice: [3] }), answer('Done.')],
    expect: { outcome: 'completed', calls: ['error'], requests: 2 },
  },
  {
    name: 'usage-not-told',
    protocols: ['openai'],
    replies: () => {
      const none = { prompt_tokens: undefined, completion_tokens: undefined, total_tokens: undefined };
      return [answer('', [writePage()], { usage: none }), answer('Done.', [], { usage: none })];
    },
    expect: { outcome: 'completed', files: { 'index.html': PAGE }, inputTokens: null },
  },
  {
    name: 'usage-without-numbers',
    protocols: ['openai'],
    replies: () => {
      const none = { prompt_tokens: undefined, completion_tokens: undefined, total_tokens: null };
      return [answer('', [writePage()], { usage: none }), answer('Done.', [], { usage: none })];
    },
    expect: { outcome: 'completed', files: { 'index.html': PAGE }, inputTokens: null },
  },
  {
    name: 'cut-in-text-after-a-step',
    replies: () => [answer('', [writePage()]), cutAnswer('one two three four ', [], 4)],
    expect: {
      outcome: 'failed',
      reason: BROKE_OFF,
      files: { 'index.html': PAGE },
      calls: ['ok'],
      requests: 2,
    },
  },
  {
    name: 'cut-in-a-later-call',
    replies: () => [answer('', [writePage()]), cutAnswer('', [editPage()], 4, true)],
    expect: { outcome: 'failed', files: { 'index.html': PAGE }, calls: ['ok', 'error'], requests: 2 },
  },
];

const CUT = { text: 'I write ', calls: [writePage(), editPage()] } as const;

/** One scenario cut at every boundary between two events, with a broken connection and with an end in good order. */
export function cutsOf(protocol: Protocol): readonly { readonly at: number; readonly clean: boolean }[] {
  const { length } = eventsOf(protocol, CUT);
  return Array.from({ length: length - 1 }, (_, at) => ({ at: at + 1, clean: at % 2 === 0 }));
}

/** What is saved then depends on where it was cut; that all of it agrees does not. */
export function cutScenario(at: number, clean: boolean): Scenario {
  return {
    name: `cut-at-${at}-${clean ? 'clean' : 'broken'}`,
    replies: () => [cutAnswer(CUT.text, CUT.calls, at, clean), answer('Done.')],
    expect: { outcome: 'failed' },
  };
}
