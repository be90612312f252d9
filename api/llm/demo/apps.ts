import { readFileSync } from 'node:fs';
import { z } from 'zod';

export const APP_KEYS = ['guestbook', 'todo', 'poll', 'landing'] as const;
export type AppKey = (typeof APP_KEYS)[number];

/** The paths that each app of the demo consists of, in the order in which they are written: the page
 * comes last, so that it never asks for a file that is not there yet. */
export const APP_PATHS = ['style.css', 'app.js', 'index.html'] as const;
export type AppPath = (typeof APP_PATHS)[number];
export type AppFiles = Readonly<Record<AppPath, string>>;

const script = z.object({
  name: z.string(),
  title: z.string(),
  model: z.string(),
  intro: z.string(),
  data: z.string(),
  files: z.string(),
  summary: z.string(),
  details: z.string(),
});

/** One app that the demo can build: its real sources in `apps/`, and what the demo says while it builds. */
export interface DemoApp {
  readonly key: AppKey;
  readonly script: z.infer<typeof script>;
  readonly aml: string;
  readonly files: AppFiles;
}

const loaded = new Map<AppKey, DemoApp>();

/** Reads an app's sources once. */
export function demoApp(key: AppKey): DemoApp {
  const known = loaded.get(key);
  if (known) return known;
  const app: DemoApp = {
    key,
    script: script.parse(JSON.parse(readSource(key, 'script.json'))),
    aml: readSource(key, 'model.aml'),
    files: {
      'index.html': readSource(key, 'index.html'),
      'style.css': readSource(key, 'style.css'),
      'app.js': readSource(key, 'app.js'),
    },
  };
  loaded.set(key, app);
  return app;
}

function readSource(key: AppKey, name: string): string {
  return readFileSync(new URL(`apps/${key}/${name}`, import.meta.url), 'utf8');
}
