import type { Frame, Page } from 'playwright-core';
import { must, mustBeObject, RuleBroken, type Loose } from './rule.ts';
import { pagesWithin, type RenderedPage } from './rendered-pages.ts';

/** A response as it came: nothing of it is taken for granted. */
export type Reply = Loose;

export const SOURCE = 'platform-studio';
export const METHODS = [
  'setDocument',
  'applyEdit',
  'getDocument',
  'getState',
  'validate',
  'getSchema',
  'getSchemaDiff',
  'screenshot',
  'describe',
  'invoke',
  'setRenderer',
  'getRenderer',
] as const;

/** How long a Studio may take, in milliseconds. */
export interface Patience {
  /** Until a request is answered, or something is to be seen. */
  readonly answer: number;
  /** What is not there so long after the next answer does not come. */
  readonly silence: number;
}

/** One Studio in a frame of the host's page, spoken to in raw envelopes. */
export class StudioUnderTest {
  readonly page: Page;
  readonly name: string;
  readonly #frame: Frame;
  readonly #patience: Patience;
  readonly #open: (sandbox: string | null) => Promise<StudioUnderTest>;
  #count = 0;

  constructor(
    page: Page,
    name: string,
    frame: Frame,
    patience: Patience,
    open: (sandbox: string | null) => Promise<StudioUnderTest>,
  ) {
    this.page = page;
    this.name = name;
    this.#frame = frame;
    this.#patience = patience;
    this.#open = open;
  }

  /** The Studio's own page. */
  get frame(): Frame {
    return this.#frame;
  }

  /** One more Studio in the same page. */
  another(sandbox: string | null = null): Promise<StudioUnderTest> {
    return this.#open(sandbox);
  }

  /** A request as an envelope; `more` has further members or other ones. */
  request(method: string, params?: unknown, more: Loose = {}): Loose {
    this.#count += 1;
    const id = `${this.name}-${this.#count}`;
    return {
      source: SOURCE,
      kind: 'request',
      id,
      method,
      ...(params === undefined ? {} : { params }),
      ...more,
    };
  }

  /** Calls a function of page/host.js for this Studio's frame. */
  inHost<T>(call: string, ...args: readonly unknown[]): Promise<T> {
    return this.page.evaluate(
      ([name, given]) => {
        const functions = Reflect.get(globalThis, 'conformance') as Record<
          string,
          (...args: readonly unknown[]) => T
        >;
        return functions[name]?.(...given) as T;
      },
      [call, args] as const,
    );
  }

  /** @throws RuleBroken when one is not answered */
  async askAll(requests: readonly Loose[], patience = this.#patience.answer): Promise<readonly Reply[]> {
    const replies = await this.inHost<readonly (Reply | null)[]>('ask', this.name, requests, patience);
    return replies.map((reply, index) => {
      if (reply) return reply;
      throw new RuleBroken(`${String(requests[index]?.['method'])} was not answered in ${patience} ms`);
    });
  }

  async ask(method: string, params?: unknown, more: Loose = {}): Promise<Reply> {
    const patience = this.#patience.answer * (method === 'screenshot' ? 3 : 1);
    const [reply] = await this.askAll([this.request(method, params, more)], patience);
    return reply as Reply;
  }

  /** @returns the result @throws RuleBroken when it is refused */
  async result(method: string, params?: unknown, more: Loose = {}): Promise<unknown> {
    const reply = await this.ask(method, params, more);
    must(reply['ok'] === true, `${method} was refused: ${JSON.stringify(reply['error'])}`);
    return reply['result'];
  }

  /** @returns the error @throws RuleBroken when it is taken */
  async refusal(method: string, params?: unknown, more: Loose = {}): Promise<Loose> {
    const reply = await this.ask(method, params, more);
    must(reply['ok'] === false, `${method} was taken: ${JSON.stringify(params)?.slice(0, 200)}`);
    return mustBeObject(reply['error'], `the error of ${method}`);
  }

  async state(): Promise<Loose> {
    return mustBeObject(await this.result('getState'), 'the state');
  }

  async version(): Promise<number> {
    const { version } = await this.state();
    must(typeof version === 'number', 'the version in getState is no number');
    return version;
  }

  post(...messages: readonly unknown[]): Promise<void> {
    return this.inHost('post', this.name, messages);
  }

  /** All that it has sent to the host so far. */
  heard(): Promise<readonly Loose[]> {
    return this.inHost('heard', this.name);
  }

  async events(name?: string): Promise<readonly Loose[]> {
    const heard = await this.heard();
    return heard.filter(({ kind, event }) => kind === 'event' && (name === undefined || event === name));
  }

  /** Waits until what was posted before has been heard, and what follows from it too. */
  async settle(): Promise<void> {
    await this.ask('getDocument');
    await new Promise((resolve) => setTimeout(resolve, this.#patience.silence));
    await this.ask('getDocument');
  }

  /**
   * @returns what the host heard meanwhile besides responses to `ask`
   * @throws RuleBroken when the state is another one after `act`
   */
  async unchangedBy(act: () => Promise<unknown>, what: string): Promise<readonly Loose[]> {
    const before = await this.#whole();
    const heardBefore = (await this.heard()).length;
    await act();
    await this.settle();
    const heard = (await this.heard()).slice(heardBefore);
    must((await this.#whole()) === before, `${what} changed the state`);
    return heard.filter(({ id }) => !String(id).startsWith(`${this.name}-`));
  }

  /** Pages that a person sees within the Studio now. */
  pages(): Promise<readonly RenderedPage[]> {
    return pagesWithin(this.#frame);
  }

  /** Waits until a page is seen that fits. @throws RuleBroken with `what` when none comes */
  async untilSeen(what: string, fits: (page: RenderedPage) => boolean): Promise<RenderedPage> {
    const end = Date.now() + this.#patience.answer;
    for (;;) {
      const pages = await this.pages();
      const found = pages.find(fits);
      if (found) return found;
      if (Date.now() > end) {
        const seen = pages.map(({ mark, document, text }) => ({ mark, document, text: text.slice(0, 80) }));
        throw new RuleBroken(
          `${what}: not seen in ${this.#patience.answer} ms; seen were ${JSON.stringify(seen)}`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Waits until `holds`. @throws RuleBroken with `what` when it never does */
  async until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + this.#patience.answer;
    while (!(await holds())) {
      must(Date.now() < end, `${what}: not in ${this.#patience.answer} ms`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  close(): Promise<void> {
    return this.inHost('close', this.name);
  }

  async #whole(): Promise<string> {
    return JSON.stringify([await this.state(), await this.result('getRenderer')]);
  }
}
