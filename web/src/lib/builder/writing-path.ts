import { AML_PATH } from '#lib/agent/checks/aml-path.ts';
import { toolCallOf, type AgentMessage } from '#lib/agent/message.ts';
import { tidyPath } from '#lib/agent/tools/tidy-path.ts';

const FILE_TOOLS = new Set(['write_file', 'edit_file', 'delete_file']);

/** The file that the agent writes at this moment, by the last message of a running turn; null when it writes none. */
export function writingPath(message: AgentMessage | undefined): string | null {
  const part = message?.parts.at(-1);
  const call = part === undefined ? null : toolCallOf(part);
  if (call === null || (call.state !== 'input-streaming' && call.state !== 'input-available')) return null;
  if (call.name === 'write_aml') return AML_PATH;
  if (!FILE_TOOLS.has(call.name)) return null;
  const path = (call.input as { readonly path?: unknown } | undefined)?.path;
  return typeof path === 'string' ? tidyPath(path) : null;
}
