import { StudioCallError } from '#lib/studio/sdk.ts';
import { CircleGuard } from '../guards.ts';
import { failure, type ToolFailure } from '../tools/result.ts';
import type { Capabilities } from './capabilities.ts';
import { DOCUMENT_PATH } from './read-renderer.ts';
import type { StudioDesk } from './studio-desk.ts';

/** What the tools of one turn share. */
export class StudioBench {
  readonly desk: StudioDesk;
  readonly capabilities: Capabilities;
  readonly circles = new CircleGuard();
  /** The version that the agent has seen: what it changes is meant for that one. */
  seen: number;
  /** The document's text at that version. */
  #text: string;
  /** The renderer that this turn wrote; null when it wrote none. */
  renderer: string | null = null;

  constructor(desk: StudioDesk, capabilities: Capabilities, version: number, text: string) {
    this.desk = desk;
    this.capabilities = capabilities;
    this.seen = version;
    this.#text = text;
  }

  /** The agent has read this. */
  read(version: number, text: string): void {
    this.seen = version;
    this.#text = text;
  }

  /**
   * A change of the agent's was accepted.
   * @returns what to say about it beside the answer of the Studio
   */
  async wrote(
    version: number,
  ): Promise<{ readonly change: 'updated' | 'unchanged'; readonly note?: string }> {
    const before = this.#text;
    this.read(version, await this.desk.studio.getDocument());
    const returned = this.circles.write(DOCUMENT_PATH, before, this.#text);
    return {
      change: before === this.#text ? 'unchanged' : 'updated',
      ...(returned && {
        note: 'The document is now exactly what it was earlier in this turn. Going back and forth between the same versions leads nowhere: find out why both fail first.',
      }),
    };
  }
}

const ADVICE: Readonly<Record<string, string>> = {
  stale_version:
    'The person changed it meanwhile: read it with studio_get_state, and make your change to that.',
  reloaded: 'The editor was loaded anew: read it with studio_get_state first.',
};

/** Does a call of the protocol; what is refused is the tool's failure, in the Studio's words. */
export async function asTool<Result extends object>(
  call: () => Promise<Result>,
): Promise<Result | ToolFailure> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof StudioCallError)) throw error;
    const { code, message, details } = error;
    const { hint, matches, diagnostics } = details;
    return failure(code, [message, hint, ADVICE[code]].filter((part) => part !== undefined).join(' '), {
      ...(matches !== undefined && { matches }),
      ...(diagnostics !== undefined && { diagnostics }),
    });
  }
}
