import type { FileUIPart } from 'ai';
import { toolCallOf, type AgentMessage, type AgentPart } from '../message.ts';

/** The newest pictures of the preview that go along with a call; the app looked otherwise in older ones. */
const SENT = 2;
const PICTURE = /^data:(image\/(?:png|jpeg|webp));base64,[A-Za-z0-9+/]+={0,2}$/;

/** The picture in a tool's output; null when there is none, or only the beginning of it was kept. */
export function pictureIn(output: unknown): FileUIPart | null {
  if (typeof output !== 'object' || output === null || !('picture' in output)) return null;
  const { picture } = output;
  if (typeof picture !== 'string') return null;
  const mediaType = PICTURE.exec(picture)?.[1];
  return mediaType === undefined ? null : { type: 'file', mediaType, url: picture };
}

/** A tool's output without its picture, which no provider wants as text. */
export function withoutPicture(output: unknown, instead: string): unknown {
  return typeof output === 'object' && output !== null && 'picture' in output
    ? { ...output, picture: instead }
    : output;
}

/**
 * Messages in which pictures that a tool took stand as files behind their call, and only the newest ones, where the
 * model sees; `spokenTo` moves them behind all results of the step. The results say what became of the others.
 */
export function withScreenshots(messages: readonly AgentMessage[], vision: boolean): readonly AgentMessage[] {
  const all = messages.flatMap(({ parts }) => parts).filter((part) => hasPicture(part));
  if (all.length === 0) return messages;
  const sent = new Set(vision ? all.slice(-SENT) : []);
  return messages.map((message) => ({
    ...message,
    parts: message.parts.flatMap((part): AgentPart[] => {
      const output = toolCallOf(part)?.output;
      if (!hasPicture(part) || !('output' in part)) return [part];
      const file = sent.has(part) ? pictureIn(output) : null;
      const instead =
        file !== null
          ? 'It follows.'
          : vision
            ? 'It is too far back to be shown again. Take another one if you need it.'
            : 'You cannot see pictures.';
      const told = { ...part, output: withoutPicture(output, instead) } as AgentPart;
      return file === null ? [told] : [told, file];
    }),
  }));
}

function hasPicture(part: AgentPart): boolean {
  const output = toolCallOf(part)?.output;
  return typeof output === 'object' && output !== null && 'picture' in output;
}
