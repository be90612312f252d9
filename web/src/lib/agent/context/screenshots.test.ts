import { expect, it } from 'vitest';
import { userMessage, type AgentMessage, type AgentPart } from '../message.ts';
import { estimateTokens } from './estimate.ts';
import { forModel } from './for-model.ts';

const picture = (mark: string): string => `data:image/jpeg;base64,${mark.repeat(4)}`;
const look = (id: string, shown: string): AgentPart => ({
  type: 'tool-studio_screenshot',
  toolCallId: id,
  state: 'output-available',
  input: {},
  output: { ok: true, revision: 1, picture: shown, width: 2, height: 1 },
});
const step: AgentPart = { type: 'step-start' };
const text = (words: string): AgentPart => ({ type: 'text', text: words });
const answered = (parts: AgentPart[]): AgentMessage => ({ id: 'a-1', role: 'assistant', parts });
const said = userMessage('Look.');

const shape = (messages: readonly AgentMessage[]): readonly string[] =>
  messages.map(({ role, parts }) => `${role}: ${parts.map(({ type }) => type).join(' ')}`);
const sent = (messages: readonly AgentMessage[]): readonly string[] =>
  messages.flatMap(({ parts }) => parts).flatMap((part) => (part.type === 'file' ? [part.url] : []));

it('gives a picture to the model as said behind all results of its step, and never as text', () => {
  const parts = [step, look('1', picture('A')), look('2', picture('B')), step, text('I see.')];
  const seen = forModel([said, answered(parts)]);
  expect(shape(seen)).toEqual([
    'user: text',
    'assistant: step-start tool-studio_screenshot tool-studio_screenshot',
    'user: text file file',
    'assistant: step-start text',
  ]);
  expect(sent(seen)).toEqual([picture('A'), picture('B')]);
  expect(JSON.stringify(seen[1])).not.toContain('base64');
});

it('leaves nothing open while the step is the newest', () => {
  const seen = forModel([said, answered([step, look('1', picture('A'))])]);
  expect(shape(seen).at(-1)).toBe('user: text file');
});

it('sends the newest pictures only, and none to a model that does not see', () => {
  const parts = ['A', 'B', 'C'].flatMap((mark) => [step, look(mark, picture(mark))]);
  const messages = [said, answered(parts)];
  expect(sent(forModel(messages))).toEqual([picture('B'), picture('C')]);
  expect(JSON.stringify(forModel(messages))).toContain('too far back to be shown again');
  const blind = forModel(messages, { vision: false, shortening: 0 });
  expect(sent(blind)).toEqual([]);
  expect(JSON.stringify(blind)).not.toContain('base64');
});

it('sends nothing of a picture of which only the beginning was kept', () => {
  const cut = `${picture('A')}\n[9,000 more characters are left out here]`;
  const seen = forModel([said, answered([step, look('1', cut)])]);
  expect(sent(seen)).toEqual([]);
  expect(JSON.stringify(seen)).not.toContain('base64');
});

it('counts a picture as one, whatever its bytes', () => {
  const of = (shown: string): number => estimateTokens([answered([look('1', shown)])]);
  expect(of(picture('A'.repeat(30_000)))).toBe(of(picture('A')));
});
