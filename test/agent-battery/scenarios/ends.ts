import { textOf, toolCallOf } from '../../../web/src/lib/agent/message.ts';
import { answer, hangingAnswer } from '../../../web/src/lib/agent/testing/upstream.ts';
import type { Scenario } from '../scenario.ts';
import { editPage, PAGE, write, writePage } from './page.ts';

const two = () => [answer('I write. ', [writePage(), editPage()]), answer('Done.')];

/** The person stops, the page goes away, the session ends. */
export const ENDS: readonly Scenario[] = [
  {
    name: 'stop-in-the-text',
    replies: () => [answer('', [writePage()]), hangingAnswer('Now the second ')],
    onShown: (shown, { stop }) => {
      if (textOf(shown).includes('Now the second')) stop();
    },
    expect: { outcome: 'stopped', files: { 'index.html': PAGE }, calls: ['ok'], requests: 2 },
  },
  {
    name: 'stop-before-the-first-byte',
    replies: () => [answer('Too late.', [], { firstByteMs: 5_000 })],
    onRequest: ({ stop }) => stop(),
    expect: { outcome: 'stopped', calls: [] },
  },
  {
    name: 'stop-before-a-save-goes-out',
    replies: two,
    beforeSave: ({ stop }) => stop(),
    expect: { outcome: 'stopped', files: { 'index.html': PAGE }, requests: 1 },
  },
  {
    name: 'stop-after-a-save-before-its-answer',
    replies: two,
    afterSave: ({ stop }) => stop(),
    expect: { outcome: 'stopped', files: { 'index.html': PAGE }, requests: 1 },
  },
  {
    name: 'stop-while-arguments-come',
    replies: () => [answer('', [write('index.html', PAGE.repeat(40))], { betweenMs: 5 })],
    onShown: (shown, { stop }) => {
      if (shown.parts.some((part) => toolCallOf(part)?.state === 'input-streaming')) stop();
    },
    expect: { outcome: 'stopped', calls: ['error'], requests: 1 },
  },
  {
    name: 'the-page-goes-before-a-save',
    replies: two,
    beforeSave: ({ die }) => die(),
    expect: { outcome: 'interrupted', requests: 1 },
  },
  {
    name: 'the-page-goes-after-a-save',
    replies: two,
    afterSave: ({ die }) => die(),
    expect: { outcome: 'interrupted', files: { 'index.html': PAGE }, requests: 1 },
  },
  {
    name: 'the-page-goes-in-the-text',
    replies: () => [answer('', [writePage()]), hangingAnswer('Now the second ')],
    onShown: (shown, { die }) => {
      if (textOf(shown).includes('Now the second')) die();
    },
    expect: { outcome: 'interrupted', files: { 'index.html': PAGE }, calls: ['ok'], requests: 2 },
  },
  {
    name: 'the-session-ends-before-a-save',
    replies: two,
    beforeSave: ({ signOut }) => signOut(),
    expect: { outcome: 'failed', cutOff: true },
  },
  {
    name: 'the-session-ends-after-a-step',
    replies: () => [answer('', [writePage()]), answer('Done.')],
    afterSave: ({ signOut }) => signOut(),
    expect: { outcome: 'failed', cutOff: true },
  },
];
