// A small Studio of forms for the runner's own test: the protocol's core with a plain page around it, and one flaw at a time,
// named by `?flaw=`.
import { insertDocument } from '../../../../api/content/insert-document.ts';
import { kindOf } from '../../../../api/content/kinds.ts';
import { readRequest, SOURCE, StudioError } from '../../../../web/src/lib/studio/protocol.ts';
import { Studio } from '../../../../web/src/lib/studio/studio.ts';
import type { StudioContent } from '../../../../web/src/lib/studio/studio-document.ts';
import { readTarget } from '../../../../web/src/lib/studio/targets.ts';
import { FLAWS, type Flaw } from './flaws.ts';
import { INNER_SCRIPT } from './inner-script.ts';

const flawName = new URLSearchParams(location.search).get('flaw') ?? '';
const flaw: Flaw = (FLAWS as Readonly<Record<string, Flaw>>)[flawName] ?? {};
const mistakes = document.createElement('ul');
const control = document.createElement('input');
document.body.append(mistakes, control);

let frame: HTMLIFrameElement | null = null;
let wanted: string | null = null;
let working: Promise<void> | null = null;
let pictures = 0;

function show({ validation, text, renderer }: StudioContent): void {
  mistakes.replaceChildren(
    ...(flaw.hasNoOverlay ? [] : validation.diagnostics).map(({ message }) => {
      const line = document.createElement('li');
      line.textContent = message;
      return line;
    }),
  );
  if (flaw.takesFocus) control.focus();
  if (!validation.ok && !flaw.showsNothingWhenInvalid) return;
  wanted = renderer === null || !validation.ok ? null : insertDocument(renderer, text);
  working ??= work();
}

/** Loads what is wanted last; of several changes in a row only the last is loaded. */
async function work(): Promise<void> {
  // Not before the promise of this is kept: it is taken away at the end.
  await Promise.resolve();
  for (let done: string | null | undefined; done !== wanted;) {
    done = wanted;
    frame?.remove();
    frame = null;
    if (done !== null) await load(flaw.shows?.(done) ?? done);
  }
  working = null;
}

function load(html: string): Promise<void> {
  const fresh = document.createElement('iframe');
  fresh.setAttribute('sandbox', flaw.sandbox ?? 'allow-scripts');
  fresh.width = '600';
  fresh.height = '400';
  fresh.srcdoc = html.replace(
    /^\s*(<!doctype[^>]*>)?/i,
    (start) => `${start}<script>${INNER_SCRIPT}</script>`,
  );
  frame = fresh;
  document.body.append(fresh);
  return new Promise((resolve) => fresh.addEventListener('load', () => resolve(), { once: true }));
}

async function screenshot(target: string): Promise<string> {
  readTarget('form', studio.content.validation.document, target);
  await working;
  if (frame === null) throw new StudioError('unsupported', 'There is no page to take a picture of.');
  pictures += 1;
  const id = pictures;
  frame.contentWindow?.postMessage({ small: 'picture', id, type: flaw.pictureType ?? 'image/png' }, '*');
  return new Promise((resolve) => {
    addEventListener('message', function hear({ data }) {
      if (Object(data)['small'] !== 'picture' || data.id !== id) return;
      removeEventListener('message', hear);
      resolve(String(data.url));
    });
  });
}

function send(to: Window, message: object): void {
  for (const one of flaw.sends?.({ ...message }) ?? [message]) to.postMessage(one, '*');
}

const studio = new Studio(
  kindOf('form'),
  { screenshot, show: () => {} },
  (event) => send(parent, event),
  show,
);
const ready = (): void =>
  send(parent, {
    source: SOURCE,
    kind: 'event',
    event: 'ready',
    payload: {},
    version: studio.content.version,
  });
let isFirst = true;

addEventListener('message', ({ source, data }) => {
  if (source === frame?.contentWindow && Object(data)['small'] === 'submit') {
    studio.submitted(data.values);
    return;
  }
  if (source !== parent && !flaw.hearsAnybody) return;
  const read = readRequest(flaw.reads?.(data) ?? data);
  if (read === null) return;
  const request = flaw.does?.(read, studio) ?? read;
  void studio.answer(request, (response) => send(source as Window, response));
  if (isFirst) ready();
  isFirst = false;
});
show(studio.content);
ready();
