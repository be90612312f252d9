import { say, type Move } from './move.ts';
import { CAN_BUILD, IDENTITY } from './phrases.ts';
import type { Step, Transcript } from './transcript.ts';

export type MarketWish =
  { readonly kind: 'search'; readonly q: string } | { readonly kind: 'fork'; readonly id: string | null };

const SEARCH =
  /\b(?:search|look|browse|find|show)\b.{0,40}?\b(?:market|published|others)\b(?:\s+(?:for|me))*\s*(?<after>[^\n]{0,100})/iu;
const FIND_IN =
  /\b(?:search|look|find)\b(?:\s+(?:for|me|an?|some))*\s+(?<q>[^\n]{1,60}?)\s+(?:in|on|from)\s+the\s+market\b/iu;
const FORK = /\bfork\b\s*(?:the\s+)?(?:app\s+)?(?<id>[A-Za-z0-9_-]{1,64})?/iu;
const FIRST = /^(it|that|this|first|one|top|app)$/i;

/** What a text wants from the market; null when it wants nothing. */
export function marketWish(text: string): MarketWish | null {
  const fork = FORK.exec(text);
  if (fork) {
    const id = fork.groups?.['id'] ?? null;
    return { kind: 'fork', id: id !== null && FIRST.test(id) ? null : id };
  }
  const q = FIND_IN.exec(text)?.groups?.['q'] ?? SEARCH.exec(text)?.groups?.['after'];
  return q === undefined
    ? null
    : { kind: 'search', q: q.replace(/^(for|an?|some)\s+|[.?!"“”]+/gi, '').trim() };
}

/** The next move of a search in the market, or of a fork. */
export function marketMove(
  wish: MarketWish,
  { steps, earlier }: Transcript,
  tools: ReadonlySet<string>,
): Move {
  const tool = wish.kind === 'search' ? 'market_search' : 'market_fork';
  if (!tools.has(tool))
    return say(`${IDENTITY} This request does not offer me the tool ${tool}. I can build ${CAN_BUILD}.`);
  const done = steps.findLast((step) => step.tool === tool);
  if (done?.result) return say(done.result.problem ?? report(wish, done.result.value));
  if (wish.kind === 'search') {
    const text = wish.q ? `I look in the market for "${wish.q}".` : 'I look at what is new in the market.';
    return { text, calls: [{ tool, args: { q: wish.q } }] };
  }
  const id = wish.id ?? firstFound(earlier);
  if (id === null)
    return say('Which app? Say "fork" and its id; "find guestbooks in the market" shows the ids.');
  return { text: `I fork ${id} into this draft, with all its files.`, calls: [{ tool, args: { id } }] };
}

function report(wish: MarketWish, value: unknown): string {
  if (wish.kind === 'fork')
    return 'The fork is in the draft, with all files and the AML, and without any of its entries. Ask me for another title or colour, or change the files.';
  const apps = appsIn(value);
  if (apps.length === 0) return `I found nothing there. I can build ${CAN_BUILD} from scratch.`;
  const lines = apps.slice(0, 8).map(({ id, name }) => `- ${name} (\`${id}\`)`);
  return `I found ${apps.length === 1 ? 'one app' : `${apps.length} apps`}:\n\n${lines.join('\n')}\n\nSay "fork" and an id to start from one of them.`;
}

function firstFound(steps: readonly Step[]): string | null {
  const search = steps.findLast(({ tool, result }) => tool === 'market_search' && result?.problem === null);
  return appsIn(search?.result?.value)[0]?.id ?? null;
}

function appsIn(value: unknown): readonly { readonly id: string; readonly name: string }[] {
  if (Array.isArray(value)) return value.flatMap(appsIn);
  if (typeof value !== 'object' || value === null) return [];
  const { id, name } = value as Record<string, unknown>;
  if (typeof id === 'string' && typeof name === 'string') return [{ id, name }];
  return Object.values(value).flatMap(appsIn);
}
