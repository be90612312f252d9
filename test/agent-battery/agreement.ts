import { toolCallOf, type AgentMessage } from '../../web/src/lib/agent/message.ts';
import type { MadeRevision } from '../../web/src/lib/agent/recovery.ts';
import type { Files } from './scenario.ts';

interface Written {
  readonly name: string;
  readonly input: {
    readonly path?: string;
    readonly content?: string;
    readonly find?: string;
    readonly replace?: string;
  };
  readonly revision: number;
}

/** The calls of an answer that saved a revision, in order. */
function writesOf(answer: AgentMessage): readonly Written[] {
  return answer.parts.flatMap((part) => {
    const call = toolCallOf(part);
    const output = call?.output as { ok?: boolean; change?: string; revision?: number } | undefined;
    if (call === null || output?.ok !== true || output.change === undefined) return [];
    if (output.change === 'unchanged' || output.revision === undefined) return [];
    return [{ name: call.name, input: call.input as Written['input'], revision: output.revision }];
  });
}

/** The files after these writes, each as a whole: what a half-applied turn could not be. */
export function replayed(before: Files, answer: AgentMessage): Record<string, string> {
  const files: Record<string, string> = { ...before };
  for (const { name, input } of writesOf(answer)) {
    const path = input.path ?? '';
    if (name === 'write_file') files[path] = input.content ?? '';
    else if (name === 'delete_file') delete files[path];
    else if (name === 'edit_file')
      files[path] = (files[path] ?? '').replace(input.find ?? '', () => input.replace ?? '');
  }
  return files;
}

/** What an answer and the revisions made for it say differently; empty when they agree. */
export function disagreements(answer: AgentMessage, made: readonly MadeRevision[]): readonly string[] {
  const told = writesOf(answer).map(({ revision }) => revision);
  const stored = made
    .flatMap(({ number, messageId }) => (messageId === answer.id ? [number] : []))
    .sort((a, b) => a - b);
  const flaws: string[] = [];
  if (told.join() !== stored.join())
    flaws.push(`calls tell of [${told.join()}], the draft has [${stored.join()}]`);
  if (answer.metadata?.outcome === 'running') flaws.push('the turn has no end');
  const open = answer.parts.filter((part) => toolCallOf(part)?.state.startsWith('output-') === false);
  if (open.length > 0) flaws.push(`${open.length} calls are open`);
  return flaws;
}
