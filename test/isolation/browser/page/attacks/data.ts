import { attacksOn, EVERYWHERE, FRAMED } from '../attack.ts';

const PUBLIC =
  'Rows that visitors may read are public, and an opaque origin cannot be told from another: see the document.';
const open = { from: EVERYWHERE, openInSandbox: PUBLIC } as const;
const JSON_TYPE = { 'content-type': 'application/json' };

const base = ({ victim, victimPath }: { victim: string; victimPath: string }): string =>
  new URL(victimPath, victim).href;

export const data = attacksOn("the victim's data", [
  [
    'read',
    "reads rows by the victim's address",
    'the rows',
    async (t) => (await (await fetch(`${base(t)}_data`)).text()).includes(t.secret),
    open,
  ],
  [
    'read by path',
    "reads rows by the victim's path on its own host",
    'the rows',
    async (t) =>
      (await (await fetch(new URL(t.victimPath, location.href) + '_data')).text()).includes(t.secret),
    { openInSandbox: PUBLIC },
  ],
  [
    'query',
    'asks a query',
    'the rows',
    async (t) => {
      const asked = fetch(`${base(t)}_data/query`, { method: 'POST', headers: JSON_TYPE, body: '{}' });
      return (await (await asked).text()).includes(t.secret);
    },
    open,
  ],
  [
    'GraphQL',
    'asks the API of the victim',
    'the rows',
    async (t) => {
      const body = JSON.stringify({ query: '{ notes { nodes { text } } }' });
      const asked = fetch(`${base(t)}_graphql`, { method: 'POST', headers: JSON_TYPE, body });
      return (await (await asked).text()).includes(t.secret);
    },
    open,
  ],
  [
    'another place by the bridge',
    'makes its bridge speak to the victim by moving the base of the page',
    'the rows',
    async (t) => {
      const element = document.createElement('base');
      element.href = t.victim;
      document.head.prepend(element);
      try {
        return JSON.stringify(await (window as any).platform.query({})).includes(t.secret);
      } finally {
        element.remove();
      }
    },
    { alone: true, stoppedByBrowser: 'The bridge takes its address from the server and not from the page.' },
  ],
]);

const FEATURES = ['camera', 'microphone', 'geolocation', 'display-capture'] as const;

export const devices = attacksOn(
  'devices',
  FEATURES.map((feature) => [
    feature,
    `asks, in a frame, whether it may use ${feature} in the name of the main application`,
    'it may',
    () => (document as any).featurePolicy.allowsFeature(feature) === true,
    { from: FRAMED },
  ]),
);
