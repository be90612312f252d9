import type { AgentMessage, AgentPart } from '../message.ts';

/** The newest pictures that go along with a call; older ones were answered long ago. */
const SENT = 8;

/** True for a picture of a message. */
export function isImage(part: AgentPart): boolean {
  return part.type === 'file' && part.mediaType.startsWith('image/');
}

/** Messages with pictures only where the model sees them; elsewhere a sentence says that there was one. */
export function withImages(messages: readonly AgentMessage[], vision: boolean): readonly AgentMessage[] {
  const images = messages.flatMap(({ parts }) => parts).filter((part) => part.type === 'file');
  if (images.length === 0) return messages;
  let older = vision ? images.length - SENT : Infinity;
  return messages.map((message) => ({
    ...message,
    parts: message.parts.map((part): AgentPart => {
      if (part.type !== 'file') return part;
      older -= 1;
      if (older < 0 && isImage(part)) return part;
      const name = part.filename === undefined ? '' : ` (${part.filename})`;
      const why = !isImage(part)
        ? 'It is no picture and is not shown to you.'
        : vision
          ? 'It is too far back to be shown again.'
          : 'You cannot see pictures; say so if it matters.';
      return { type: 'text', text: `[The person attached a file here${name}. ${why}]` };
    }),
  }));
}
