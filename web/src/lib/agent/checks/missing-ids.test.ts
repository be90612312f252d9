import { describe, expect, it } from 'vitest';
import { checkDraft, problemsOf } from './draft.ts';

const PAGE =
  '<!doctype html><html lang="en"><title>x</title>\n<ul id="list"></ul><form id="new-note"></form>\n<script type="module" src="./app.js"></script></html>';

const check = (files: Record<string, string>, aml = '') =>
  checkDraft({ files: new Map(Object.entries({ 'index.html': PAGE, ...files })), aml }).filter(
    ({ code }) => code === 'no_such_id',
  );

/** The ids that a script is warned of. */
const lost = (script: string, more: Record<string, string> = {}, aml = '') =>
  check({ 'app.js': script, ...more }, aml).map(({ message }) => /id "(.*?)"/.exec(message)?.[1]);

describe('element ids that scripts ask for', () => {
  it('says where one is asked for that nobody has, and which one may be meant', () => {
    expect(check({ 'app.js': 'let a;\nconst list = document.getElementById("lists");\n' })).toEqual([
      {
        path: 'app.js',
        line: 2,
        col: 38,
        severity: 'warning',
        code: 'no_such_id',
        message: 'No page has an element with the id "lists", and no script makes one.',
        hint: 'Did you mean "list", which is in "index.html"?',
      },
    ]);
    const [problem] = check({ 'app.js': 'document.getElementById("preferences")' });
    expect(problem?.hint).toBe(
      'Give the element that is meant id="preferences" in "index.html", or do without it in the script.',
    );
  });

  it('tells whoever writes the page as well', () => {
    const problems = check({ 'app.js': 'document.getElementById("preferences")' });
    expect(problemsOf(problems, 'index.html')).toHaveLength(1);
    expect(problemsOf(problems, 'app.js')).toHaveLength(1);
    expect(problemsOf(problems, 'style.css')).toHaveLength(0);
  });

  it.each([
    ['getElementById', 'document.getElementById("lists")'],
    ['a template without holes', 'document.getElementById(`lists`)'],
    ['querySelector', 'document.querySelector("#lists")'],
    ['a selector that goes on', 'document.querySelector("#lists > li.done")'],
    ['querySelectorAll', 'document.body.querySelectorAll("#lists li")'],
    ['jQuery', '$("#lists").hide()'],
    ['an own function by id', 'const get = (id) => document.getElementById(id);\nget("list"); get("lists");'],
    [
      'an own function by selector',
      'function one(what) { const found = document.querySelector(what); if (!found) throw new Error(what); return found; }\none("#lists");',
    ],
    ['one name asked for twice', 'document.getElementById("lists"); document.getElementById("lists")'],
  ])('hears %s', (_name, script) => {
    expect(lost(script)).toEqual(['lists']);
  });

  it('reads scripts within pages, at their lines', () => {
    const page = PAGE.replace('</html>', '<script>\n\ndocument.getElementById("lists");</script></html>');
    expect(check({ 'index.html': page, 'app.js': '' })).toMatchObject([{ path: 'index.html', line: 5 }]);
  });

  it.each<[string, string, Record<string, string>?, string?]>([
    ['an id of a page', 'document.getElementById("list"); document.querySelector("#new-note")'],
    ['an id of another page', 'document.getElementById("far")', { 'other.html': '<p id=far></p>' }],
    [
      'an id in a template of a page',
      'document.getElementById("far")',
      { 'o.html': '<template><p id="far"></template>' },
    ],
    [
      'an id in a template that the page keeps as text',
      'document.getElementById("far")',
      { 'o.html': '<script type="text/template"><p id="far"></p></script>' },
    ],
    ['an assigned id', 'e.id = "far"; document.getElementById("far")'],
    [
      'one of two assigned ids',
      'e.id = a ? "far" : b || "near"; document.querySelector("#near, #far"); get("far")',
    ],
    ['an id set as attribute', 'e.setAttribute("id", "far"); document.getElementById("far")'],
    ['an id in markup', 'e.innerHTML = \'<p class="a" id="far"></p>\'; document.getElementById("far")'],
    [
      'an id in a template of the script',
      'e.innerHTML = `<p id=far>${x}</p>`; document.getElementById("far")',
    ],
    [
      'an id given to a function that makes elements',
      'h("p", { id: "far" }); document.getElementById("far")',
    ],
    ['numbered ids', 'e.id = "row-" + i; document.getElementById("row-3")'],
    ['numbered ids in markup', 'e.innerHTML = `<p id="row-${i}-b">`; document.getElementById("row-3-b")'],
    ['ids from a list', 'for (const id of ["far", "near"]) e.id = id;\ndocument.getElementById("far")'],
    [
      'ids from the names of members',
      'e.setAttribute("id", k); const o = { far: 1 }; document.getElementById("far")',
    ],
    [
      'attributes from the names of members',
      'e.setAttribute(k, v); f([["id", "far"]]); document.getElementById("far")',
    ],
    [
      'ids from a file of data',
      'e.id = x.name; document.getElementById("far")',
      { 'd.json': '[{"name":"far"}]' },
    ],
    [
      'ids from the data model',
      'e.id = x.mood; document.getElementById("FAR")',
      {},
      'enum Mood { NEAR FAR }',
    ],
    ['ids of a picture', 'document.getElementById("far")', { 'a.svg': '<svg><g id="far"/></svg>' }],
    [
      'ids that a template language fills in',
      'const a = ["far"]; document.getElementById("far")',
      { 'o.html': '<p :id="a"></p>' },
    ],
    [
      'ids built by a function that looks first',
      'function need(id) { const e = document.getElementById(id) ?? document.createElement("p"); e.id = id; return e; }\nneed("far")',
    ],
    [
      'ids built in a script that cannot be read',
      'document.getElementById("far")',
      { 'o.js': 'e.id = "far"; let (' },
    ],
    [
      'ids not known before',
      'document.getElementById(name); document.getElementById(`a-${b}`); document.querySelector("#" + a)',
    ],
    [
      'selectors that need no id',
      'document.querySelector("p:not(#far)"); document.querySelector("#far, p"); f("#far")',
    ],
    [
      'another document',
      'const d = new DOMParser().parseFromString(t, "text/html"); d.querySelector("#far")',
    ],
    ['a colour', 'const colours = { $: "#fff" }; e.style.color = "#abc"'],
    [
      'an id that code from elsewhere is told',
      'import { a } from "https://esm.sh/a"; a("far"); document.getElementById("far")',
    ],
  ])('is silent about %s', (_name, script, files = {}, aml = '') => {
    expect(lost(script, files, aml)).toEqual([]);
  });

  it('is not silent about a mistake beside ids that are made as it runs', () => {
    const script =
      'for (const row of rows) { const e = document.createElement("li"); e.id = `row-${row.id}`; list.append(e); }\n' +
      'document.getElementById("row-1"); document.getElementById("lists");';
    expect(lost(script)).toEqual(['lists']);
  });

  it('does not take a comment for an element', () => {
    expect(lost('document.getElementById("far")', { 'other.html': '<!-- <p id="far"> --><p>' })).toEqual([
      'far',
    ]);
  });

  it('says nothing while there is no page', () => {
    const files = new Map([['app.js', 'document.getElementById("far")']]);
    expect(checkDraft({ files, aml: '' }).map(({ code }) => code)).toEqual(['no_index']);
  });
});
