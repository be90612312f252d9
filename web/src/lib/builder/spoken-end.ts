import { textOf, type AgentMessage } from '#lib/agent/message.ts';
import { copy } from './copy.ts';

const LONGEST = 400;

/** What is read out when an answer has ended: how it ended, and its last paragraph. Empty for what is no answer. */
export function spokenEnd(message: AgentMessage): string {
  const { metadata } = message;
  if (metadata === undefined || message.role !== 'assistant') return '';
  const outcome = metadata.outcome === 'running' ? 'interrupted' : metadata.outcome;
  const paragraph =
    textOf(message)
      .trim()
      .split(/\n{2,}/)
      .at(-1) ?? '';
  const words = [...paragraph.replaceAll(/[*_`#>]+/g, '')];
  const text = words.length > LONGEST ? `${words.slice(0, LONGEST).join('')}…` : words.join('');
  return [`${copy.outcome[outcome]}.`, metadata.reason ?? '', text].filter((part) => part !== '').join(' ');
}
