import { appLabel, draftLabel, projectLabel } from '../../../api/publish/labels.ts';

/** What the author Mallory can do, and what a visitor sees. */
export interface Registry {
  /** Saves a project of Mallory's, whose page has the mark. */
  save(id: string, names: { readonly slug?: string; readonly hosts?: readonly string[] }): Promise<void>;
  /** Asks for the proof of a host of hers to be looked at. */
  verify(id: string, host: string): Promise<void>;
  /** Puts the proof of her claim into DNS, as one who controls the name there. */
  prove(id: string, host: string): Promise<void>;
  /** Takes it away again, and lets so much time go by that everybody could know. */
  loseProof(host: string): Promise<void>;
  /** Whether the page at the root of a host is hers. */
  isMine(host: string, origin?: 'publish' | 'main'): Promise<boolean>;
}

/** One way to have a page at a name that is not Mallory's to have. */
export interface Claim {
  readonly id: string;
  run(registry: Registry): Promise<boolean>;
}

/** Everybody's form; it has the slug and these hosts, proved. `HELD` was given up a day ago, `GONE` with its project. */
export const SLUG = 'lunch';
export const VERIFIED = 'forms.example.org';
export const UNICODE = 'förmular.example.org';
export const HELD = 'held.example.org';
export const GONE = 'gone.example.org';

let number = 0;
const newProject = (): string => `mine${number++}`;

/** @param host under which it would be seen, when the label says it otherwise */
const slug = (what: string, name: string, host = `${name}.localhost`): Claim => ({
  id: `slug: ${what}`,
  async run(registry) {
    await registry.save(newProject(), { slug: name });
    return registry.isMine(host);
  },
});

const host = (what: string, name: string, seen = name): Claim => ({
  id: `host: ${what}`,
  async run(registry) {
    const id = newProject();
    await registry.save(id, { hosts: [name] });
    await registry.verify(id, seen);
    return registry.isMine(seen);
  },
});

const provedHost = (what: string, name: string, seen = name): Claim => ({
  id: `host: ${what}`,
  async run(registry) {
    const id = newProject();
    await registry.save(id, { hosts: [name] });
    await registry.prove(id, seen);
    await registry.verify(id, seen);
    return registry.isMine(seen);
  },
});

export const CLAIMS: readonly Claim[] = [
  slug("an app's label", appLabel('victim')),
  slug("an app's label by its hash", appLabel('Victim')),
  slug("a form's label", projectLabel('survey')),
  slug("a form's label by its hash", projectLabel('Survey')),
  slug("a draft's label", draftLabel('secret-token')),
  slug('a label of a kind to come', 'z-victim'),
  slug('the slug of another', SLUG),
  slug('the slug of another in capitals', SLUG.toUpperCase(), `${SLUG}.localhost`),
  slug('the slug of another with blanks', ` ${SLUG} `, `${SLUG}.localhost`),
  slug('the slug of another with a dot', `${SLUG}.`, `${SLUG}.localhost`),
  slug('the slug of another in wide letters', 'ｌunch', `${SLUG}.localhost`),
  slug('a sub-host of a slug', `x.${SLUG}`),
  slug('the name of the main application', 'www'),
  slug('a name that looks official', 'admin'),
  slug('a name that mail goes to', 'autodiscover'),
  slug('punycode', 'xn--lnch-0ra'),
  slug('an underscore', '_dmarc'),
  slug('nothing', '', 'localhost'),
  slug('an address', '127.0.0.1', '127.0.0.1'),
  host('a name without any proof', 'nobodys.example.org'),
  host('a host that is verified for another', VERIFIED),
  host('the same in capitals with a dot', ` ${VERIFIED.toUpperCase()}. `, VERIFIED),
  host('the same in another script', UNICODE, new URL(`http://${UNICODE}`).hostname),
  host('the parent of a verified host', 'example.org'),
  host('a sub-host of a verified host', `x.${VERIFIED}`),
  host('one that its owner removed, with the record still in DNS', HELD),
  host('one of a deleted project, with the record still in DNS', GONE),
  provedHost('one that is verified for another, proved', VERIFIED),
  provedHost('one that its owner removed, proved within 30 days', HELD),
  provedHost('one of a deleted project, proved within 30 days', GONE),
  provedHost('the publish host', 'localhost'),
  provedHost('a name under the publish host', `${SLUG}.localhost`),
  provedHost('an address', '127.0.0.1'),
  provedHost('an IPv6 address', '[::1]'),
  provedHost('a number that is an address', '2130706433', '127.0.0.1'),
  provedHost('a public suffix', 'co.uk'),
  provedHost('a private suffix', 'github.io'),
  provedHost('a star', '*.example.org'),
  provedHost('an underscore', '_dmarc.example.org'),
  provedHost('a name with a port', `${VERIFIED}:80`, VERIFIED),
  provedHost('a name with a user', `x@${VERIFIED}`, VERIFIED),
  {
    id: 'host: one whose record was taken away again',
    async run(registry) {
      const [id, name] = [newProject(), 'lost.example.org'];
      await registry.save(id, { hosts: [name] });
      await registry.prove(id, name);
      await registry.verify(id, name);
      if (!(await registry.isMine(name))) throw new Error('A proved host is not served.');
      await registry.loseProof(name);
      return registry.isMine(name);
    },
  },
  {
    id: 'host: one that was removed and claimed anew without a proof',
    async run(registry) {
      const [id, name] = [newProject(), 'anew.example.org'];
      await registry.save(id, { hosts: [name] });
      await registry.prove(id, name);
      await registry.verify(id, name);
      await registry.save(id, { hosts: [] });
      await registry.save(id, { hosts: [name] });
      return registry.isMine(name);
    },
  },
  {
    id: 'host: a proved one that points at the main application',
    async run(registry) {
      const [id, name] = [newProject(), 'main.example.net'];
      await registry.save(id, { hosts: [name] });
      await registry.prove(id, name);
      await registry.verify(id, name);
      return registry.isMine(name, 'main');
    },
  },
  {
    id: "project: another's by its id",
    async run(registry) {
      await registry.save('survey', { slug: SLUG, hosts: [VERIFIED] });
      return registry.isMine(`${SLUG}.localhost`);
    },
  },
];
