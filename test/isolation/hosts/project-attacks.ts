import type { HostAttack } from './attacks.ts';

const page = (host: string, path = '/'): string => `GET ${path} HTTP/1.1\r\nHost: ${host}`;

/** Spellings of the slug's host or the custom host that browsers take for another host than the victim's. */
const HOSTS: readonly (readonly [string, string])[] = [
  ['a trailing dot', 'lunch.localhost.'],
  ['a trailing dot and a port', 'lunch.localhost.:PORT'],
  ['two trailing dots', 'lunch.localhost..'],
  ['a leading dot', '.lunch.localhost'],
  ['a sub-host', 'x.lunch.localhost'],
  ['a sub-host of a label of ours', 'a-victim.lunch.localhost'],
  ['a label between', 'lunch.x.localhost'],
  ['another parent', 'lunch.localhost.evil.example'],
  ['a parent that ends alike', 'lunch.notlocalhost'],
  ['no parent', 'lunch'],
  ['an address as parent', 'lunch.127.0.0.1'],
  ['a percent escape', 'lunch%2elocalhost'],
  ['a wide letter', '\uff4cunch.localhost'],
  ['a wide full stop', 'lunch\u3002localhost'],
  ['a Kelvin sign', 'lunch.loc\u212alhost'],
  ['punycode that decodes to the slug', 'xn--lunch-.localhost'],
  ['an underscore', 'lunch_.localhost'],
  ['an underscore before', '_lunch.localhost'],
  ['a dash behind', 'lunch-.localhost'],
  ['a dash before', '-lunch.localhost'],
  ['a very long label', `lunch${'h'.repeat(60)}.localhost`],
  ['a very long name', `${'lunch.'.repeat(45)}localhost`],
  ['two hosts', 'lunch.localhost,bait.localhost'],
  ['a user', 'x@lunch.localhost'],
  ['a slash', 'lunch.localhost/'],
  ['a tab', 'lunch\t.localhost'],
  ['a port that is none', 'lunch.localhost:port'],
  ['a port that is too long', 'lunch.localhost:123456'],
  ['a label of ours for a slug', 'f-lunch.localhost'],
  ['the label of its id at the root', 'f-survey.localhost'],
  ['its id for a slug', 'survey.localhost'],
  ['an app for a slug', 'a-survey.localhost'],
  ['custom: a trailing dot', 'forms.example.org.'],
  ['custom: a sub-host', 'x.forms.example.org'],
  ['custom: its parent', 'example.org'],
  ['custom: below the publish host', 'forms.example.org.localhost'],
  ['custom: above another', 'forms.example.org.evil.example'],
  ['custom: no last label', 'forms.example'],
  ['custom: an underscore', '_forms.example.org'],
  ['custom: the name of its proof', '_platform-challenge.forms.example.org'],
  ['custom: a percent escape', 'forms%2eexample.org'],
  ['custom: in its own script', 'f\u00f6rmular.example.org'],
  ['custom: with a combining mark', 'fo\u0308rmular.example.org'],
  ['custom: punycode with another letter', 'xn--frmular-90b.example.org'],
  ['custom: a soft hyphen', 'for\u00adms.example.org'],
  ['custom: a NUL', 'forms\0.example.org'],
  ['custom: an address', '10.0.0.1'],
  ['custom: a number', '2130706433'],
  ['custom: in brackets', '[forms.example.org]'],
];

/** Paths of a project's own host that would show something else there. */
const PATHS: readonly (readonly [string, string, string])[] = [
  ["another form on a form's slug", 'bait.localhost', '/f/survey'],
  ["another form's bridge on a form's slug", 'bait.localhost', '/f/survey/_data'],
  ["an app on a form's slug", 'bait.localhost', '/a/victim/secret.js'],
  ["an app on a form's custom host", 'forms.example.org', '/a/victim/secret.js'],
  ["a draft on a form's slug", 'bait.localhost', '/p/secret-token/3/secret.js'],
  ["a draft on a form's custom host", 'forms.example.org', '/p/secret-token/3/secret.js'],
  ['another form on the label of a form', 'f-bait.localhost', '/f/survey'],
  ['another form on the label of an app', 'a-attacker.localhost', '/f/survey'],
  ['a form on the label of an app with its id', 'a-survey.localhost', '/f/survey'],
  ['an app on the label of a form with its id', 'f-victim.localhost', '/a/victim/secret.js'],
  ['climbing from a form to another', 'f-bait.localhost', '/f/bait/../survey'],
  ['climbing by escapes', 'f-bait.localhost', '/f/bait/%2e%2e/survey'],
  ['climbing by an escaped slash', 'f-bait.localhost', '/f/bait/..%2fsurvey'],
  ['a form in capitals', 'f-survey.localhost', '/f/SURVEY'],
  ['an escaped letter of a form', 'f-bait.localhost', '/f/%73urvey'],
];

const OWN = page('bait.localhost');

/** What is tried to see the victim's form, or its app, on a host that is not its own. */
export const PROJECT_HOST_ATTACKS: readonly HostAttack[] = [
  ...HOSTS.map(([id, host]) => ({ id: `project: ${id}`, head: page(host) })),
  ...PATHS.map(([id, host, path]) => ({ id: `project: ${id}`, head: page(host, path) })),
  ...[
    'X-Forwarded-Host: lunch.localhost',
    'Forwarded: host=forms.example.org',
    'X-Host: forms.example.org',
    'X-Original-URL: http://lunch.localhost/',
    'Host: lunch.localhost',
    'hOsT: forms.example.org',
    ':authority: lunch.localhost',
  ].map((line) => ({ id: `project: on another host, ${line}`, head: `${OWN}\r\n${line}` })),
  { id: 'project: an absolute target', head: 'GET http://lunch.localhost/ HTTP/1.1\r\nHost: bait.localhost' },
  { id: 'project: a target with a host', head: page('bait.localhost', '//lunch.localhost/') },
  {
    id: 'project: HTTP/1.0 with the forwarded host',
    head: 'GET / HTTP/1.0\r\nX-Forwarded-Host: lunch.localhost',
  },
];
