import { tool } from 'ai';
import { z } from 'zod';
import type { ToolContext } from './context.ts';
import { absent, forkApp } from './fork-app.ts';

const PREVIEW_CHARACTERS = 8_000;

/** The tools that look into the market and take an app from it as a starting point (design 9). */
export function marketTools(context: ToolContext) {
  const { market } = context;
  const id = z.string().min(1).describe('The app id from market_search');

  return {
    market_search: tool({
      description: 'Search the published apps by words in name, description and tags.',
      inputSchema: z.object({ q: z.string() }),
      execute: async ({ q }) => ({ ok: true as const, apps: await market.search(q) }),
    }),

    market_preview: tool({
      description:
        'Look at a published app: its description, data model, file list and the start of index.html.',
      inputSchema: z.object({ id }),
      execute: async ({ id: wanted }) => {
        const app = await market.get(wanted);
        if (app === null) return absent(wanted);
        const { files, ...rest } = app;
        return {
          ok: true as const,
          ...rest,
          files: [...files].map(([path, content]) => ({ path, characters: content.length })),
          indexHtml: files.get('index.html')?.slice(0, PREVIEW_CHARACTERS) ?? '',
        };
      },
    }),

    market_fork: tool({
      description:
        'Load all files and the data model of a published app into this draft, in place of what is there (which stays in the history). Only use it when the person wants to begin from that app.',
      inputSchema: z.object({ id }),
      execute: async ({ id: wanted }) => {
        const forked = await forkApp(context, wanted);
        if (forked.ok) context.seen.noteAll(context.workspace.state);
        return forked;
      },
    }),
  };
}
