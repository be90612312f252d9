import type { KindId } from '@platform/api/content/kinds.ts';

export type Theme = 'system' | 'light' | 'dark';

/** How a Studio stands in the page. */
export interface FrameSettings {
  readonly kind: KindId;
  readonly isSandboxed: boolean;
  readonly theme: Theme;
}

/** Path and query of the Studio's page. */
export function studioPath({ kind, theme }: FrameSettings): string {
  return `/embed/${kind}${theme === 'system' ? '' : `?theme=${theme}`}`;
}

/** What a host writes into its page to have this Studio: docs/studio.md, "In ten lines". */
export function embedSnippet(origin: string, settings: FrameSettings): string {
  const { kind, isSandboxed } = settings;
  const title = kind === 'form' ? 'Form editor' : 'Slides editor';
  const document =
    kind === 'form' ? "{ title: 'Lunch', fields: [] }" : "{ title: 'Lunch', slides: [{ layout: 'title' }] }";
  return [
    `<iframe id="studio" title="${title}" src="${origin}${studioPath(settings)}"`,
    `  style="width: 100%; height: 40rem; border: 0"${isSandboxed ? ' sandbox="allow-scripts"' : ''}></iframe>`,
    '<script type="module">',
    `  import { createStudio } from '${origin}/studio-sdk.js';`,
    "  const studio = createStudio('#studio');",
    `  await studio.setDocument(JSON.stringify(${document}));`,
    "  studio.on('change', async ({ valid }) => {",
    '    if (valid) save(await studio.getDocument());',
    '  });',
    '</script>',
  ].join('\n');
}
