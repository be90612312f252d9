import { pictureIn, withoutPicture } from './screenshots.ts';
import { toolCallOf, type AgentMessage, type AgentPart } from '../message.ts';

/** Code has about 3.5 characters a token; a little less is taken, so that the estimate is rather too high. */
const CHARACTERS_PER_TOKEN = 3.2;
/** A picture of the size we send costs about this with every provider, however many bytes it has. */
const TOKENS_PER_IMAGE = 1_600;
/** Tokens around each part: roles, names, ids. */
const TOKENS_PER_PART = 8;

/** Tokens that these messages take, by size: an estimate that needs no provider and is always the same. */
export function estimateTokens(messages: readonly AgentMessage[]): number {
  return messages.flatMap(({ parts }) => parts).reduce((total, part) => total + tokensOfPart(part), 0);
}

/** Tokens of a text. */
export function tokensOfText(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

function tokensOfPart(part: AgentPart): number {
  if (part.type === 'file') return TOKENS_PER_IMAGE;
  if (part.type === 'text' || part.type === 'reasoning') return TOKENS_PER_PART + tokensOfText(part.text);
  const call = toolCallOf(part);
  if (call === null) return 0;
  const said = JSON.stringify([call.input, withoutPicture(call.output, '') ?? call.errorText]);
  const picture = pictureIn(call.output) === null ? 0 : TOKENS_PER_IMAGE;
  return TOKENS_PER_PART + tokensOfText(said) + picture;
}
