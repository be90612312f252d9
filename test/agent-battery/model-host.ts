import { flawsOf } from './valid-request.ts';
import {
  startUpstream,
  type Reply,
  type Upstream,
  type UpstreamRequest,
} from '../../web/src/lib/agent/testing/upstream.ts';

/** A provider that plays many scripts at a time: a request belongs to the script that its messages name. */
export interface ModelHost {
  /** What goes into a message so that its request finds the script. */
  script(replies: readonly Reply[]): Script;
  /** For `LLM_OPENAI_BASE_URL` and `LLM_ANTHROPIC_BASE_URL`. */
  readonly url: string;
  close(): Promise<void>;
}

export interface Script {
  readonly mark: string;
  readonly requests: readonly UpstreamRequest[];
  /** What a provider would have refused in them. */
  readonly flaws: readonly string[];
}

interface Playing {
  readonly replies: readonly Reply[];
  readonly requests: UpstreamRequest[];
  readonly flaws: string[];
}

export async function startModelHost(): Promise<ModelHost> {
  const playing = new Map<string, Playing>();
  const play: Reply = async (response, request) => {
    // The newest message is the one that is answered.
    const marks = [...JSON.stringify(request.body.messages).matchAll(/script-\d+\./g)];
    const script = playing.get(marks.at(-1)?.[0] ?? '');
    if (script === undefined) return void response.writeHead(404).end('A request that belongs to no script.');
    script.requests.push(request);
    script.flaws.push(...flawsOf(request));
    const reply = script.replies[Math.min(script.requests.length, script.replies.length) - 1];
    await reply?.(response, request);
  };
  const upstream: Upstream = await startUpstream([play]);
  return {
    url: upstream.url,
    script(replies) {
      const mark = `script-${playing.size + 1}.`;
      const script: Playing = { replies, requests: [], flaws: [] };
      playing.set(mark, script);
      return { mark, requests: script.requests, flaws: script.flaws };
    },
    close: () => upstream.close(),
  };
}
