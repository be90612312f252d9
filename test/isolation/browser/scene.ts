import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import type { Targets, Vantage, Witness } from './attack.ts';
import type { Ground } from './ground.ts';
import { BAIT_HOST, EARLIER, SECRET, SURVEY_HOST } from './sites.ts';

export interface Origins {
  readonly main: string;
  readonly publish: string;
}

/** One browser profile of the visitor's: the victim's page open, the main application signed in, the attacker beside them. */
export interface Scene {
  targetsFor(vantage: Vantage): Targets;
  /** Where the hostile code of a vantage runs; opened anew when it was left. */
  at(vantage: Vantage): Promise<Frame>;
  /** What each witness has to say, as text with the marks of successful attempts in it. */
  testimony(): Promise<Readonly<Record<Witness, string>>>;
  close(): Promise<void>;
}

/** Runs in every document, before its own scripts. */
const WITNESS = ([main, session, isShared]: readonly [string, string, boolean]): void => {
  const isMain = (): boolean => location.origin === main && !/^\/[apf]\//.test(location.pathname);
  // A popup's empty first document can hand its window on to the page that follows.
  addEventListener('message', ({ data }) => {
    if (isMain()) console.warn(`witness heard ${JSON.stringify(data)}`);
  });
  if (!isMain() && !(isShared && location.origin === main)) return;
  try {
    localStorage.setItem('platform.session', session);
  } catch {
    // Answers of the API are sandboxed.
  }
  if (isMain() && top !== self) console.warn(`witness framed ${location.href}`);
};

export async function openScene(
  browser: Browser,
  ground: Ground,
  { main, publish }: Origins,
): Promise<Scene> {
  const context = await browser.newContext();
  const heard: string[] = [];
  const framed: string[] = [];
  const moved: string[] = [];
  context.on('page', (page) => {
    page.on('framenavigated', (frame) => {
      if (frame.parentFrame() === null) moved.push(frame.url());
    });
  });
  context.on('console', (message) => {
    const [, kind, text = ''] = /^witness (heard|framed) (.*)$/s.exec(message.text()) ?? [];
    if (kind === 'heard') heard.push(text);
    if (kind === 'framed') framed.push(text);
  });
  await context.addInitScript(WITNESS, [main, ground.session, main === publish] as const);

  const victim = await context.newPage();
  await victim.goto(`${publish}/a/victim/`);
  await victim.waitForFunction('window.kept');
  // What another scene on the same ground left behind tells nothing about this one.
  const answers = async (): Promise<readonly string[]> =>
    (await ground.answers()).map((answer) => JSON.stringify(answer));
  const before = new Set(await answers());
  const survey = await context.newPage();
  await survey.goto(`${publish}/f/survey/`);
  await survey.waitForFunction('window.kept');
  const pages = new Map<Vantage, Page>();
  const frames = new Map<Vantage, Frame>();

  /** The builder may put another frame in the place of the one that was found: the next try finds the one that stays. */
  async function open(vantage: Vantage, tries = 3): Promise<Frame> {
    await pages.get(vantage)?.close();
    const [page, frame] = await OPENERS[vantage]({ context, victim, main, publish, builder: ground.builder });
    pages.set(vantage, page);
    frames.set(vantage, frame);
    try {
      await frame.waitForFunction('window.runAttacks');
    } catch (error) {
      if (tries === 1) throw error;
      return open(vantage, tries - 1);
    }
    return frame;
  }

  return {
    targetsFor: (vantage) => ({
      vantage,
      main,
      victim: victim.url(),
      victimPath: '/a/victim/',
      secret: SECRET,
      earlier: EARLIER,
      survey: survey.url(),
      surveyPath: '/f/survey/',
      ...surveyHosts(publish, main === publish),
      builder: ground.builder,
      session: ground.session,
      hijack: `${publish}/a/attacker/hijack.html`,
    }),
    async at(vantage) {
      const frame = frames.get(vantage);
      const isThere =
        frame !== undefined && (await frame.evaluate('Boolean(window.runAttacks)').catch(() => false));
      return isThere ? frame : open(vantage);
    },
    async testimony() {
      const shown = [...pages.values()].filter((page) => page.url().startsWith(main));
      const cookies = await context.cookies([victim.url(), survey.url(), `${main}/`]);
      return {
        heard: heard.join('\n'),
        framed: framed.join('\n'),
        moved: moved.join('\n'),
        victim: [
          await victim.evaluate('state()').catch(() => 'The victim is not there any more.'),
          ...victim.frames().map((frame) => frame.url()),
        ].join('\n'),
        cookie: cookies.map(({ name }) => name).join('\n'),
        answers: (await answers()).filter((answer) => !before.has(answer)).join('\n'),
        shown: (
          await Promise.all(shown.map((page) => page.evaluate('document.body.textContent').catch(() => '')))
        ).join('\n'),
      };
    },
    close: () => context.close(),
  };
}

interface Stage extends Origins {
  readonly context: BrowserContext;
  readonly victim: Page;
  readonly builder: string;
}

type Opened = readonly [Page, Frame];

const OPENERS: Readonly<Record<Vantage, (stage: Stage) => Promise<Opened>>> = {
  /** A tab that the victim's page opened. */
  page: ({ victim, publish }) => openedBy(victim, `${publish}/a/attacker/`),
  /** A window that a page of the attacker's opened. */
  async popup({ context, publish }) {
    const opener = await context.newPage();
    await opener.goto(`${publish}/a/attacker/`);
    return openedBy(opener, 'popup.html');
  },
  /** The market's page about the attacker's app. */
  async market({ context, main }) {
    return framedBy(await context.newPage(), `${main}/apps/attacker`);
  },
  /** The builder with a draft that was copied from the attacker's app. */
  async preview({ context, main, builder }) {
    const page = await context.newPage();
    // Until it has heard of its preview's first paint, the builder may load it anew.
    const painted = page.waitForEvent('console', (message) =>
      /^witness heard .*"paint"/.test(message.text()),
    );
    const opened = await framedBy(page, main + builder);
    await painted;
    return opened;
  },
  async form({ context, publish }) {
    return inTab(context, `${publish}/f/bait/`);
  },
  async slug({ context, publish }) {
    return inTab(context, `${publish.replace('//', '//bait.')}/`);
  },
  async custom({ context, publish }) {
    return inTab(context, `http://${BAIT_HOST}:${new URL(publish).port}/`);
  },
  /** A worker runs in a tab of its own. */
  async worker({ context, publish }) {
    return inTab(context, `${publish}/a/attacker/`);
  },
};

async function inTab(context: BrowserContext, address: string): Promise<Opened> {
  const page = await context.newPage();
  await page.goto(address);
  return [page, page.mainFrame()];
}

/** Where the victim's form is besides its id; without isolation all is one host. */
function surveyHosts(publish: string, isOneHost: boolean): Pick<Targets, 'surveySlug' | 'surveyHost'> {
  if (isOneHost) return { surveySlug: `${publish}/f/survey/`, surveyHost: `${publish}/f/survey/` };
  const surveyHost = `http://${SURVEY_HOST}:${new URL(publish).port}/`;
  return { surveySlug: `${publish.replace('//', '//survey.')}/`, surveyHost };
}

/** The window that this very page opens: attacks of other places open windows at the same time. */
async function openedBy(opener: Page, address: string): Promise<Opened> {
  const opening = opener.waitForEvent('popup');
  await opener.evaluate(`window.open('${address}'); 0`);
  const page = await opening;
  return [page, page.mainFrame()];
}

async function framedBy(page: Page, address: string): Promise<Opened> {
  await page.goto(address);
  const element = await page.waitForSelector('iframe');
  const frame = await element.contentFrame();
  if (frame === null) throw new Error(`There is no app in the frame of ${address}.`);
  await frame.waitForURL(/\/[ap]\//);
  return [page, frame];
}
