/** A link out of a dead end. */
export interface WayBack {
  readonly href: string;
  readonly text: string;
}

/** A small page without scripts for a person who follows a link to nothing. Every text is escaped. */
export function messagePage(title: string, sentence: string, wayBack: WayBack | null = null): string {
  const link =
    wayBack === null ? '' : `<p><a href="${escapeHtml(wayBack.href)}">${escapeHtml(wayBack.text)}</a></p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 2rem; background: Canvas; color: CanvasText; }
main { max-width: 26rem; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0 0 0.5rem; text-wrap: balance; }
p { margin: 0; overflow-wrap: anywhere; opacity: 0.75; }
a { display: inline-block; padding-block: 0.75rem; color: LinkText; }
p:has(a) { opacity: 1; }
</style>
</head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p>${link}</main></body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
