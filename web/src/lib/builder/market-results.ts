import type { ToolCallView } from '#lib/agent/message.ts';
import { isFailureOutput } from '#lib/agent/tools/result.ts';
import { member, objectOf } from './tool-words.ts';

/** An app of the market as a tool's answer tells of it. */
export interface FoundApp {
  readonly id: string;
  readonly name: string;
  readonly author: string;
  readonly description: string;
  /** Where its picture is; null when the answer does not say. */
  readonly previewUrl: string | null;
}

/** The apps that a call found, looked at or loaded; checked, since any client may have written the transcript. */
export function appsOf({ name, state, input, output }: ToolCallView): readonly FoundApp[] {
  if (state !== 'output-available' || isFailureOutput(output)) return [];
  if (name === 'market_search') {
    const apps = objectOf(output)['apps'];
    return Array.isArray(apps)
      ? apps.map((app: unknown) => appFrom(app, null)).filter((app) => app !== null)
      : [];
  }
  if (name !== 'market_preview' && name !== 'market_fork') return [];
  const app = appFrom(output, member(input, 'id'));
  return app === null ? [] : [app];
}

function appFrom(value: unknown, knownId: string | null): FoundApp | null {
  const id = member(value, 'id') ?? knownId;
  const name = member(value, 'name');
  if (id === null || name === null) return null;
  return {
    id,
    name,
    author: member(value, 'author') ?? '',
    description: member(value, 'description') ?? '',
    previewUrl: pictureOf(member(value, 'previewUrl')),
  };
}

/** A path of our own origin or an https address; a picture can come from nowhere else. */
function pictureOf(url: string | null): string | null {
  return url !== null && /^(\/api\/market\/|https:\/\/)/.test(url) ? url : null;
}
