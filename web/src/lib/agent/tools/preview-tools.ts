import { tool } from 'ai';
import { z } from 'zod';
import { isPreviewError, previewErrors } from '../preview-log.ts';
import type { ToolContext } from './context.ts';
import { failure } from './result.ts';

/** Entries and characters of one answer: errors first, so that a chatty page cannot push them out. */
const ENTRIES = 40;
const MESSAGE_CHARACTERS = 600;

/** The tool that tells the agent how the app really behaves in the preview. */
export function previewTools({ preview }: ToolContext) {
  return {
    read_console: tool({
      description:
        'Read what the running preview reported: uncaught errors, failed requests, console messages, and whether it painted. Use it after writing, before you say that something works.',
      inputSchema: z.object({}),
      execute: async (_input, { abortSignal }) => {
        const { revision, loaded, painted, hung, entries } = await preview.read(
          abortSignal ?? new AbortController().signal,
        );
        if (revision === null) {
          return failure('no_preview', 'No preview is open, so nothing is known about how the app runs.');
        }
        if (!loaded) {
          return failure(
            'not_loaded',
            'The preview did not load: its page has reported nothing, not even that it painted. So nothing is known about how the app runs; do not say that it works.',
            { revision },
          );
        }
        if (hung === true) {
          return failure(
            'page_hangs',
            'The page does not answer: a script of it runs without end, or it waits for a dialog that it opened. Look for a loop that never ends.',
            { revision },
          );
        }
        const sorted = [...entries].sort((a, b) => Number(isPreviewError(b)) - Number(isPreviewError(a)));
        return {
          ok: true as const,
          revision,
          painted,
          errors: previewErrors(entries).length,
          entries: sorted.slice(0, ENTRIES).map(({ kind, level, message, file, line, col }) => ({
            kind,
            level,
            message: message.slice(0, MESSAGE_CHARACTERS),
            ...(file !== null && { file, line, col }),
          })),
          ...(entries.length > ENTRIES && { notShown: entries.length - ENTRIES }),
        };
      },
    }),
  };
}
