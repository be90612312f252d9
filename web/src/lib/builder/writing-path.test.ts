import { expect, it } from 'vitest';
import type { AgentMessage, AgentPart } from '#lib/agent/message.ts';
import { writingPath } from './writing-path.ts';

const message = (name: string, state: string, input: unknown): AgentMessage => ({
  id: 'm',
  role: 'assistant',
  parts: [{ type: `tool-${name}`, toolCallId: 'c', state, input } as AgentPart],
});

it('names the file of a call that is under way, and no other', () => {
  expect(writingPath(message('write_file', 'input-streaming', { path: './a.js' }))).toBe('a.js');
  expect(writingPath(message('edit_file', 'input-available', { path: 'a.js' }))).toBe('a.js');
  expect(writingPath(message('write_aml', 'input-streaming', undefined))).toBe('model.aml');
  expect(writingPath(message('write_file', 'output-available', { path: 'a.js' }))).toBeNull();
  expect(writingPath(message('read_file', 'input-available', { path: 'a.js' }))).toBeNull();
  expect(writingPath(message('write_file', 'input-streaming', undefined))).toBeNull();
  expect(writingPath(undefined)).toBeNull();
});
