import type { Loose } from './rule.ts';

let count = 0;

/** A renderer by which the runner sees from outside what is shown. */
export interface Probe {
  readonly mark: string;
  /** One complete page, a template (spec 4.8). */
  readonly html: string;
}

/** @param element the empty element of the template, for other ways to write it */
export function makeProbe(
  element = '<script id="platform-doc" type="application/json"></script>',
  script = '',
): Probe {
  count += 1;
  const mark = `probe-${count}`;
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Probe</title><style>html, body, main { margin: 0; height: 100%; min-height: 400px }</style></head>
<body>
<main data-mark="${mark}">A probe</main>
${element}
<script>window.load = Math.random(); ${script}</script>
</body>
</html>
`;
  return { mark, html };
}

/** A probe that is filled with the colour that the document's title names. */
export function makeColourProbe(): Probe {
  return makeProbe(
    undefined,
    `document.querySelector('main').style.background = JSON.parse(document.getElementById('platform-doc').textContent || '{}').title`,
  );
}

/** The document in a `platform-doc` element; undefined where that is no JSON. */
export function documentOf(page: { readonly document: string | null }): Loose | undefined {
  try {
    return JSON.parse(page.document ?? '') as Loose;
  } catch {
    return undefined;
  }
}
