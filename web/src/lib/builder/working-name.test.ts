import { describe, expect, it } from 'vitest';
import { userMessage } from '#lib/agent/message.ts';
import { copy } from './copy.ts';
import { isWorkingName, nameWith } from './working-name.ts';

describe('nameWith', () => {
  it.each([
    ['Build me a guestbook', 'Untitled app', 'Guestbook'],
    ['Build me a guestbook', 'Our book', null],
    ['', 'Untitled app', null],
    [copy.fixMessage.blank, 'Untitled app', null],
    [copy.fixMessage.checks('- app.js:1 No'), 'Untitled app', null],
    ['Continue', 'Untitled app', null],
  ])('%j in a draft named %j', (text, name, expected) => {
    expect(nameWith(text, name)).toBe(expected);
  });
});

describe('isWorkingName', () => {
  const said = [userMessage('Find a clock'), userMessage('Smaller')];
  it.each([
    ['Untitled app', said, true],
    ['Untitled app', [], true],
    ['Find a clock', said, true],
    ['Smaller', said, false],
    ['Our clock', said, false],
    ['Our clock', [], false],
  ] as const)('%j', (name, messages, expected) => {
    expect(isWorkingName(name, messages)).toBe(expected);
  });
});
