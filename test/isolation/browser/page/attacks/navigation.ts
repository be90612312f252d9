import { attacksOn, FRAMED, TABS } from '../attack.ts';
import { bare, heard, pause, popup } from '../reach.ts';

const to = (t: { readonly hijack: string }, mark: string): string => `${t.hijack}?by=${mark}`;

/** Whether the window is another origin's. */
function isFar(view: Window): boolean {
  try {
    return view.document === undefined;
  } catch {
    return true;
  }
}

function followLink(target: string, address: string): void {
  const link = document.createElement('a');
  Object.assign(link, { target, href: address });
  document.body.append(link);
  link.click();
}

function sendForm(target: string, address: string): void {
  const form = document.createElement('form');
  const { origin, pathname, searchParams } = new URL(address);
  Object.assign(form, { target, action: origin + pathname });
  // Sending replaces the query of the address.
  for (const [name, value] of searchParams) {
    form.append(Object.assign(document.createElement('input'), { name, value }));
  }
  document.body.append(form);
  form.submit();
}

const moves = { from: FRAMED, witness: 'moved', alone: true } as const;

export const navigation = attacksOn('navigation', [
  [
    'top by location',
    'sets the location of the topmost page',
    'that page is left',
    (t, mark) => {
      (window.top as Window).location = to(t, mark);
    },
    moves,
  ],
  [
    'top by replace',
    'replaces the location of the topmost page',
    'that page is left',
    (t, mark) => window.top?.location.replace(to(t, mark)),
    moves,
  ],
  [
    'parent by open',
    'opens an address in the parent by its keyword',
    'that page is left',
    (t, mark) => void window.open(to(t, mark), '_parent'),
    moves,
  ],
  [
    'top by link',
    'follows a link with target _top',
    'that page is left',
    (t, mark) => followLink('_top', to(t, mark)),
    moves,
  ],
  [
    'top by form',
    'sends a form to _top',
    'that page is left',
    (t, mark) => sendForm('_top', to(t, mark)),
    moves,
  ],
  [
    'top by an empty frame',
    'lets a fresh frame of its own move the topmost page',
    'that page is left',
    (t, mark) => {
      (bare().top as Window).location = to(t, mark);
    },
    moves,
  ],
  [
    'top by a popup',
    'lets a popup, which has left the sandbox, move the page of its opener',
    'that page is left',
    async (t, mark) => {
      const opened = window.open('', '_blank') as any;
      opened.opener.top.location = to(t, mark);
      opened.eval?.(`opener.top.location = ${JSON.stringify(to(t, mark))}`);
      await pause(100);
      opened.close();
    },
    moves,
  ],
  [
    'script in top',
    'sends the topmost page to a javascript: address',
    'the script runs there',
    (_, mark) => {
      (window.top as Window).location = `javascript:void document.body.append(${JSON.stringify(mark)})`;
    },
    { from: FRAMED, witness: 'shown', alone: true },
  ],
  [
    'a popup of the main application',
    'opens the main application and sends its window elsewhere a moment later',
    'that window shows the attacker',
    async (t, mark) => {
      const opened: any = await popup(`${t.main}/check-mail`);
      // A window that is still empty belongs to nobody.
      for (let i = 0; i < 60 && !opened.closed && isFar(opened); i += 1) await pause(100);
      opened.location = to(t, mark);
      await pause(300);
    },
    { witness: 'moved', alone: true },
  ],
  [
    "a frame of the victim's by the opener",
    "sets the location of a frame inside its opener's page",
    'that frame shows the attacker',
    (t, mark) => {
      window.opener[0].location = to(t, mark);
    },
    { from: ['page'], witness: 'victim', alone: true },
  ],
  [
    'opener',
    'sets the location of the page that opened it',
    'that page is left',
    (t, mark) => {
      window.opener.location = to(t, mark);
    },
    { from: ['page'], witness: 'moved', alone: true },
  ],
]);

const ONE_HOST = 'Browsers let a page name any path of its host, and the sandbox has one host for all apps.';

/** Whether the address bar now shows what it should not; then puts its own address back. */
function shows(before: string, wanted: (now: Location) => boolean): boolean {
  const is = wanted(location);
  history.replaceState(null, '', before);
  return is;
}

const bar = { from: TABS, alone: true } as const;

export const address = attacksOn('address', [
  [
    "the victim's host",
    "pushes the victim's address",
    'the bar shows it',
    (t) => {
      const before = location.href;
      history.pushState(null, '', t.victim);
      return shows(before, ({ href }) => href === t.victim);
    },
    { ...bar, openInSandbox: ONE_HOST },
  ],
  [
    "the victim's host by the navigation interface",
    "takes over a navigation to the victim's address",
    'the bar shows it',
    async (t) => {
      const before = location.href;
      const { navigation }: any = window;
      navigation.addEventListener('navigate', (event: any) => event.intercept(), { once: true });
      await navigation.navigate(t.victim, { history: 'replace' }).committed;
      return shows(before, ({ href }) => href === t.victim);
    },
    bar,
  ],
  [
    'the main application',
    'pushes an address of the main application',
    'the bar shows its host',
    (t) => {
      const before = location.href;
      history.pushState(null, '', `${t.main}/signin`);
      return shows(before, ({ origin }) => origin === t.main);
    },
    bar,
  ],
  [
    'a user in the address',
    'pushes an address whose user name looks like a host',
    'the bar shows it',
    () => {
      const before = location.href;
      history.pushState(null, '', `//victim.example@${location.host}/`);
      return shows(before, ({ href }) => href.includes('victim.example'));
    },
    { ...bar, stoppedByBrowser: 'Browsers let a page change the path, the query and the fragment only.' },
  ],
  [
    'the domain',
    'relaxes the domain to the common parent, and reads a frame that did the same',
    "the victim's text",
    async (t) => {
      document.domain = 'localhost';
      const element = document.createElement('iframe');
      element.src = `${t.victimPath}relaxed.html`;
      document.body.append(element);
      await heard((data) => data === 'relaxed');
      return element.contentDocument?.body.textContent?.includes(t.secret);
    },
    { alone: true },
  ],
]);
