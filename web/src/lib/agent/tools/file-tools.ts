import { tool } from 'ai';
import { z } from 'zod';
import { AML_PATH } from '../checks/aml-path.ts';
import { replaceOnce } from '../edit.ts';
import type { ToolContext } from './context.ts';
import { failure } from './result.ts';
import { tidyPath } from './tidy-path.ts';
import { replaceAndCheck, writeAndCheck } from './write.ts';

/** Characters of a file shown in one `read_file` answer; the rest is reached with `from`. */
export const READ_CHARACTERS = 60_000;

const path = z.string().min(1).describe('Relative path, for example "index.html" or "lib/list.js"');

/** The tools that read and change files (design 9). */
export function fileTools(context: ToolContext) {
  const { workspace, seen } = context;
  const contentOf = (file: string): string | undefined =>
    file === AML_PATH ? workspace.state.aml : workspace.state.files.get(file);
  const notFound = (file: string) =>
    failure('not_found', `There is no file ${file}.`, { files: [...workspace.state.files.keys()] });

  return {
    write_file: tool({
      description:
        'Create a file or replace all of it. For a small change in a long file use edit_file. The answer lists what the checks find.',
      inputSchema: z.object({ path, content: z.string().describe('The whole new content') }),
      execute: ({ path: given, content }) => replaceAndCheck(context, tidyPath(given), content),
    }),

    edit_file: tool({
      description:
        'Replace one exact piece of a file. `find` must stand in the file exactly once, byte for byte; otherwise nothing changes and the nearest places are listed.',
      inputSchema: z.object({ path, find: z.string().min(1), replace: z.string() }),
      execute: async ({ path: given, find, replace }) => {
        const file = tidyPath(given);
        const content = contentOf(file);
        if (content === undefined) return notFound(file);
        const edit = replaceOnce(content, find, replace);
        if (!edit.ok) {
          const { code, message, matches, candidates } = edit;
          return failure(code, message, { path: file, matches, candidates });
        }
        const result = await writeAndCheck(context, file, edit.text);
        return result.ok ? { ...result, line: edit.line } : result;
      },
    }),

    read_file: tool({
      description: `Read a file (also "${AML_PATH}", the data model). Long files come in pieces of ${READ_CHARACTERS.toLocaleString('en')} characters; \`from\` is the first line wanted.`,
      inputSchema: z.object({ path, from: z.number().int().min(1).optional() }),
      execute: ({ path: given, from = 1 }) => {
        const file = tidyPath(given);
        const content = contentOf(file);
        seen.note(file, workspace.state);
        if (content === undefined) return notFound(file);
        const lines = content.split('\n');
        const rest = lines.slice(from - 1).join('\n');
        const shown = rest.slice(0, READ_CHARACTERS);
        const cut = shown.length < rest.length;
        return {
          ok: true as const,
          path: file,
          lines: lines.length,
          content: shown,
          ...(cut && { cut: true, next: from + shown.split('\n').length - 1 }),
        };
      },
    }),

    list_files: tool({
      description: 'List the files of the draft with their sizes, and whether there is a data model.',
      inputSchema: z.object({}),
      execute: () => ({
        ok: true as const,
        revision: workspace.state.revision,
        files: [...workspace.state.files].map(([name, content]) => ({
          path: name,
          characters: content.length,
          lines: content.split('\n').length,
        })),
        hasDataModel: workspace.state.aml.trim() !== '',
      }),
    }),

    delete_file: tool({
      description: 'Delete a file. It stays in the history and can be restored there.',
      inputSchema: z.object({ path }),
      execute: ({ path: given }) => {
        const file = tidyPath(given);
        if (!workspace.state.files.has(file)) return notFound(file);
        return replaceAndCheck(context, file, null);
      },
    }),

    write_aml: tool({
      description:
        'Write the whole data model in AML. It is compiled at once: the answer lists every mistake with line and column. An empty text removes the model.',
      inputSchema: z.object({ aml: z.string() }),
      execute: ({ aml }) => replaceAndCheck(context, AML_PATH, aml),
    }),
  };
}
