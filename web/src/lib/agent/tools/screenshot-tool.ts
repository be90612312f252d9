import { tool } from 'ai';
import { z } from 'zod';
import type { ToolContext } from './context.ts';
import { failure } from './result.ts';

/** Pictures of one turn; more are refused. */
export const PICTURES_PER_TURN = 4;

/** The tool that shows the agent how the app looks; none where the model cannot see (spec 4.9). */
export function screenshotTools({ camera }: ToolContext) {
  if (camera === null) return {};
  let taken = 0;
  return {
    studio_screenshot: tool({
      description:
        'Take a picture of the running preview, as the person has it before them. You get it behind the results of this step.',
      inputSchema: z.object({}),
      execute: async (_input, { abortSignal }) => {
        if (taken >= PICTURES_PER_TURN) {
          return failure(
            'enough_pictures',
            `A turn can take ${PICTURES_PER_TURN} pictures of the preview. Go by read_console and the files from here on.`,
          );
        }
        try {
          const picture = await camera.take(abortSignal ?? new AbortController().signal);
          if (picture === null) {
            return failure(
              'no_preview',
              'No preview is open, or its page has not loaded: there is nothing to see.',
            );
          }
          taken += 1;
          return { ok: true as const, ...picture };
        } catch (error) {
          abortSignal?.throwIfAborted();
          const why = error instanceof Error ? error.message : String(error);
          return failure('no_picture', `The preview could not be drawn. ${why}`);
        }
      },
    }),
  };
}
