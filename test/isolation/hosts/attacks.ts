/** One request as bytes that tries to see the victim's page or file where it must not be. */
export interface HostAttack {
  readonly id: string;
  /** Everything but the closing empty line; `PORT` stands for the server's port. */
  readonly head: string;
  /** Bytes after the head. */
  readonly body?: string;
  /** Sent over a connection that stays open, so that a request hidden in the body would be answered too. */
  readonly keepOpen?: boolean;
}

/** A path whose file holds the secret; a script, so that no redirect is due. */
const FILE = '/a/victim/secret.js';
const get = (host: string, path = FILE): string => `GET ${path} HTTP/1.1\r\nHost: ${host}`;

const rows = (list: readonly (readonly [string, string])[]): readonly HostAttack[] =>
  list.map(([id, head]) => ({ id, head }));

/** Spellings of a Host that is not the victim's; serving the file under one would put it into another origin. */
const HOSTS: readonly (readonly [string, string])[] = [
  ['another app', 'a-attacker.localhost'],
  ['another app, upper case', 'A-ATTACKER.LOCALHOST'],
  ['a trailing dot', 'a-victim.localhost.'],
  ['two trailing dots', 'a-victim.localhost..'],
  ['a leading dot', '.a-victim.localhost'],
  ['an empty label', 'a-victim..localhost'],
  ['a label above', 'x.a-victim.localhost'],
  ['a label between', 'a-victim.x.localhost'],
  ['another parent', 'a-victim.localhost.evil.example'],
  ['a parent that ends alike', 'a-victim.notlocalhost'],
  ['no parent', 'a-victim'],
  ['an address', '10.0.0.1'],
  ['an address as a number', '2130706433'],
  ['an address in hexadecimal', '0x7f000001'],
  ['a short address', '127.1'],
  ['an address with a label', 'a-victim.127.0.0.1'],
  ['a long form of the IPv6 loopback', '[0:0:0:0:0:0:0:1]'],
  ['an IPv6 address that holds the loopback', '[::ffff:127.0.0.1]'],
  ['an IPv6 address with a zone', '[::1%25lo]'],
  ['an IPv6 address without brackets', '::1'],
  ['a user', 'x@a-victim.localhost'],
  ['a user and a password', 'a-victim.localhost:80@evil.example'],
  ['a percent escape', 'a-victim%2elocalhost'],
  ['a percent escape of a letter', '%61-victim.localhost'],
  ['an underscore', 'a_victim.localhost'],
  ['a space', 'a-victim .localhost'],
  ['a tab', 'a-victim\t.localhost'],
  ['a NUL', 'a-victim\0.localhost'],
  ['a slash', 'a-victim.localhost/'],
  ['a backslash', 'a-victim.localhost\\'],
  ['a question mark', 'a-victim.localhost?'],
  ['a fragment', 'a-victim.localhost#'],
  ['a comma', 'a-attacker.localhost,a-victim.localhost'],
  ['a semicolon', 'a-victim.localhost;x'],
  ['a wide full stop', 'a-victim\u3002localhost'],
  ['wide letters', '\uff41-victim.localhost'],
  ['a Kelvin sign', 'a-victim.loc\u212alhost'],
  ['punycode', 'xn--a-victim-0ya.localhost'],
  ['a very long label', `a-${'v'.repeat(200)}.localhost`],
  ['a very long name', `${'a-victim.'.repeat(40)}localhost`],
  ['a port that is none', 'a-victim.localhost:port'],
  ['a port that is too long', 'a-victim.localhost:123456'],
  ['a negative port', 'a-victim.localhost:-1'],
  ['two ports', 'a-victim.localhost:1:2'],
  ['empty', ''],
  ['a star', '*.localhost'],
];

/** Labels that are close to the victim's but must name nothing, or something else. */
const LABELS = [
  'victim',
  'a--victim',
  'a-victim-',
  'aa-victim',
  'h-victim',
  'p-victim',
  'f-victim',
  'g-victim',
  'b-victim',
  'a.victim',
  'a-',
  'h-',
  'p-',
  '-',
] as const;

const HIDDEN = `${get('a-victim.localhost:PORT')}\r\nX-Rest: `;
const OTHER = get('a-attacker.localhost:PORT', '/a/attacker/');
const POST =
  'POST /a/attacker/_data HTTP/1.1\r\nHost: a-attacker.localhost:PORT\r\nContent-Type: application/json';

export const HOST_ATTACKS: readonly HostAttack[] = [
  ...HOSTS.map(([id, host]) => ({ id: `Host: ${id}`, head: get(host) })),
  ...LABELS.map((label) => ({ id: `label: ${label}`, head: get(`${label}.localhost:PORT`) })),
  ...rows([
    ['two Hosts, the victim second', `${get('a-attacker.localhost')}\r\nHost: a-victim.localhost`],
    ['two Hosts, the victim first', `${get('a-victim.localhost')}\r\nHost: a-attacker.localhost`],
    ['two Hosts in other spellings', `${get('a-victim.localhost')}\r\nhOsT: a-victim.localhost`],
    ['a Host with a space before the colon', `GET ${FILE} HTTP/1.1\r\nHost : a-victim.localhost`],
    ['a folded Host', `GET ${FILE} HTTP/1.1\r\nHost: x\r\n a-victim.localhost`],
    ['no Host', `GET ${FILE} HTTP/1.1`],
    ['HTTP/1.0 without Host', `GET ${FILE} HTTP/1.0`],
    ['HTTP/1.0 with the forwarded host', `GET ${FILE} HTTP/1.0\r\nX-Forwarded-Host: a-victim.localhost`],
    ['HTTP/0.9', `GET ${FILE}`],
    ['an absolute target', `GET http://a-victim.localhost${FILE} HTTP/1.1\r\nHost: a-attacker.localhost`],
    [
      'an absolute target and its Host',
      `GET http://a-victim.localhost${FILE} HTTP/1.1\r\nHost: a-victim.localhost`,
    ],
    ['an absolute target of another scheme', `GET file://${FILE} HTTP/1.1\r\nHost: a-victim.localhost`],
    ['an authority as target', 'CONNECT a-victim.localhost:80 HTTP/1.1\r\nHost: a-victim.localhost'],
    ['a target without a slash', 'GET a/victim/secret.js HTTP/1.1\r\nHost: a-victim.localhost'],
    ['a doubled slash', get('a-victim.localhost', `/${FILE}`)],
    ['climbing out of the own folder', get('a-attacker.localhost', '/a/attacker/../victim/secret.js')],
    ['climbing by escapes', get('a-attacker.localhost', '/a/attacker/%2e%2e/victim/secret.js')],
    ['climbing by double escapes', get('a-attacker.localhost', '/a/attacker/%252e%252e/victim/secret.js')],
    ['climbing by an escaped slash', get('a-attacker.localhost', '/a/attacker/..%2fvictim/secret.js')],
    ['climbing by a backslash', get('a-attacker.localhost', '/a/attacker/..\\victim\\secret.js')],
    ['climbing past a semicolon', get('a-attacker.localhost', '/a/attacker;/../victim/secret.js')],
    ['an id with a NUL', get('a-attacker.localhost', '/a/attacker%00/../victim/secret.js')],
    ['an id in capitals', get('a-victim.localhost', '/a/VICTIM/secret.js')],
    ['an escaped letter of an id under another host', get('a-attacker.localhost', '/a/%76ictim/secret.js')],
    ['a draft by the wrong token', get('localhost', '/p/wrong-token/3/secret.js')],
    [
      'a draft by its label in place of the token',
      get('localhost', '/p/p-aaaaaaaaaaaaaaaaaaaaaaaaaa/3/secret.js'),
    ],
    ['a draft on the host of an app', get('a-victim.localhost', '/p/secret-token/3/secret.js')],
    ['a draft by another revision', get('localhost', '/p/secret-token/4/secret.js')],
    ['a draft by a revision in another spelling', get('localhost', '/p/secret-token/03/secret.js')],
    ['an app on the host of a draft', get(`DRAFT.localhost`)],
  ]),
  ...[
    'X-Forwarded-Host: a-victim.localhost',
    'X-Forwarded-Host: a-victim.localhost, a-attacker.localhost',
    'Forwarded: host=a-victim.localhost',
    'X-Host: a-victim.localhost',
    'X-Original-Host: a-victim.localhost',
    'X-Original-URL: /a/victim/secret.js',
    'X-Rewrite-URL: /a/victim/secret.js',
    'X-HTTP-Method-Override: GET',
    ':authority: a-victim.localhost',
  ].map((line) => ({ id: `on another host, ${line}`, head: `${get('a-attacker.localhost')}\r\n${line}` })),
  ...(
    [
      ['two lengths', `${POST}\r\nContent-Length: 2\r\nContent-Length: 100`, `{}${HIDDEN}`],
      [
        'a length and chunks',
        `${POST}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked`,
        `0\r\n\r\n${HIDDEN}`,
      ],
      ['chunks in another spelling', `${POST}\r\nTransfer-Encoding: xchunked`, `0\r\n\r\n${HIDDEN}`],
      [
        'chunks twice',
        `${POST}\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity`,
        `0\r\n\r\n${HIDDEN}`,
      ],
      ['chunks with a tab', `${POST}\r\nTransfer-Encoding:\tchunked`, `2\r\n{}\r\n0\r\n\r\n`],
      ['a length with a sign', `${POST}\r\nContent-Length: +2`, `{}${HIDDEN}`],
      ['a length with a space', `${POST}\r\nContent-Length : 2`, `{}${HIDDEN}`],
      ['a length in hexadecimal', `${POST}\r\nContent-Length: 0x2`, `{}${HIDDEN}`],
      ['a line feed alone', `${OTHER}\nHost: a-victim.localhost`, ''],
      ['a carriage return alone', `${OTHER}\rHost: a-victim.localhost`, ''],
      [
        'a chunk size that runs over',
        `${POST}\r\nTransfer-Encoding: chunked`,
        `fffffffffffffffff\r\n${HIDDEN}`,
      ],
      ['an upgrade', `${OTHER}\r\nConnection: Upgrade\r\nUpgrade: h2c`, HIDDEN],
    ] as const
  ).map(([id, head, body]) => ({ id: `smuggling: ${id}`, head, body, keepOpen: true })),
];
