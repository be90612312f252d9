import { pageWith, scriptOf, type Fault } from './fault.ts';

const NOTE = 'model Note {\n  text String @length(1, 5)\n}';

/** Faults that only the running app shows. */
export const SEEN_RUNNING: readonly Fault[] = [
  {
    name: 'an exception at the start',
    files: scriptOf('start();'),
    code: 'preview',
    told: /start is not defined/,
  },
  {
    name: 'an element that is not there',
    files: scriptOf("document.getElementById('lsit').append('Hello');"),
    code: 'preview',
    told: /null/,
  },
  {
    name: 'a rejection that nobody handles',
    files: scriptOf("Promise.reject(new Error('No luck'));"),
    code: 'preview',
    told: /No luck/,
  },
  {
    name: 'an exception a moment later',
    files: scriptOf("setTimeout(() => { throw new Error('Too late'); }, 200);"),
    code: 'preview',
    told: /Too late/,
  },
  {
    name: 'an error that is only logged',
    files: scriptOf("console.error('The list did not load');"),
    code: 'preview',
    told: /The list did not load/,
  },
  {
    name: 'a picture that a script asks for and is not there',
    files: scriptOf(
      "const image = new Image();\nimage.alt = '';\nimage.src = `gone-${1}.png`;\ndocument.body.append(image);",
    ),
    code: 'preview',
    told: /gone-1\.png/,
  },
  {
    name: 'an import that a script puts together',
    files: scriptOf("import('./gone' + '.js');"),
    code: 'preview',
    told: /gone\.js/,
  },
  {
    name: 'an insert that is refused',
    files: scriptOf("await window.platform.submit({ text: 'much too long' }, { entity: 'Note' });"),
    aml: NOTE,
    code: 'preview',
    told: /text|length|long|5/i,
  },
  {
    name: 'a model that is not there',
    files: scriptOf("await window.platform.query({ entity: 'Nots' });"),
    aml: NOTE,
    code: 'preview',
    told: /Nots/,
  },
  {
    name: 'a page that stays blank',
    files: { 'index.html': '<!doctype html><html lang="en"><title>Notes</title></html>' },
    code: 'blank',
    told: /blank/,
  },
  {
    name: 'a handler of the page that throws',
    files: pageWith(
      '<img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" onload="go()" onerror="go()">',
    ),
    code: 'preview',
    told: /go is not defined/,
  },
  {
    // Long enough to be told; a script without end would hold up the browser's tools for ever.
    name: 'a page that hangs a moment after it painted',
    files: scriptOf(
      "const hang = () => { for (const end = Date.now() + 14_000; Date.now() < end;); };\nnew PerformanceObserver((_paints, observer) => { observer.disconnect(); setTimeout(hang, 300); }).observe({ type: 'paint', buffered: true });",
    ),
    code: 'hangs',
    told: /without end/,
  },
];
