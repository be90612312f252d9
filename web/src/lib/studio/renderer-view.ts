import { insertDocument } from '@platform/api/content/insert-document.ts';
import type { KindId } from '@platform/api/content/kinds.ts';
import { copy } from './copy.ts';
import { StudioError } from './protocol.ts';
import { RenderFrame, type RenderPlace } from './render-frame.ts';
import type { StudioContent } from './studio-document.ts';
import { readTarget, type PageTarget } from './targets.ts';
import type { StudioView } from './view.ts';

export interface RendererViewOptions {
  readonly kind: KindId;
  /** Address of the empty page on the publish origin; what stands for `*`, if there is one, makes a host of its own. */
  readonly address: string;
  readonly title: string;
  /** The element that holds the frames; they fill it. */
  readonly into: HTMLElement;
  /** The page was filled in and sent. */
  submit(values: unknown): { readonly ok: boolean; readonly diagnostics: readonly unknown[] };
  /** What is wrong with the page that is shown, or is not; empty when nothing is. */
  problems(messages: readonly string[]): void;
}

/** A page has so long to be read, once its frame is there. */
const RENDER_MS = 10_000;
/** And so long when a newer one waits. */
const BEHIND_MS = 3_000;
const PICTURE_MS = 20_000;
/** A browser lets a process go so long after its last page. */
const LET_GO_MS = 5_000;
/** The longest rest between two pages. */
const REST_MS = 500;
const MOST_PROBLEMS = 20;

/**
 * Shows the current document in its renderer (spec 4.8): each change is a new load of the frame, made beside the one that
 * is seen and put in its place when it is there, so that nothing flickers. While the document is invalid, and when a page
 * does not come, the last good page stays. One frame is loaded ahead.
 *
 * A page whose script never ends holds up all pages of its process. So each view has pages on a host of its own where it
 * can, and after a page that did not come it begins anew on another, with the last good page.
 */
export class RendererView implements StudioView {
  readonly #options: RendererViewOptions;
  #host = newHost();
  /** None while the browser is to let a process go. */
  #spare: RenderFrame | null;
  #shown: RenderFrame | null = null;
  /** The last page that came; null while none has. */
  #good: string | null = null;
  #place: RenderPlace = { hash: '', scroll: 0 };
  /** The page that was asked for last; null while there is none. */
  #wanted: string | null = null;
  #document: unknown = null;
  #working: Promise<void> | null = null;
  /** Ends the waiting for a page when a newer one is there and it has had its time. */
  #behind: ReturnType<typeof setTimeout> | undefined;
  #giveUp: ((failure: string) => void) | null = null;
  /** The page that was asked for last did not come: what is shown is an older one, or none. */
  #isBehind = false;
  #ended = false;

  constructor(options: RendererViewOptions) {
    this.#options = options;
    this.#spare = this.#load();
  }

  /** Renders a content, soon; of several that come while one is being rendered only the last is. */
  update({ validation, text, renderer }: StudioContent): void {
    if (!validation.ok) return;
    this.#document = validation.document;
    const page = renderer === null ? '' : insertDocument(renderer, text);
    if (page === this.#wanted) return;
    this.#wanted = page;
    const giveUp = this.#giveUp;
    if (giveUp !== null) this.#behind ??= setTimeout(() => giveUp(copy.page.notLoaded), BEHIND_MS);
    this.#working ??= this.#work();
  }

  /** Loads the page that is shown anew, as after it went elsewhere. */
  reload(): void {
    this.#working ??= this.#work();
  }

  show(target: string): void {
    const found = readTarget(this.#options.kind, this.#document, target);
    void (this.#working ?? Promise.resolve()).then(() => {
      if (found !== null) this.#shown?.show(found);
    });
  }

  async screenshot(target: string): Promise<string> {
    let found: PageTarget | null;
    let late: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<never>((_resolve, reject) => {
      late = setTimeout(
        () => reject(new StudioError('timeout', 'The page could not be drawn in time.')),
        PICTURE_MS,
      );
    });
    try {
      await Promise.race([this.#working, patience]);
      found = readTarget(this.#options.kind, this.#document, target);
      if (this.#isBehind) throw new StudioError('timeout', copy.page.notLoaded);
      if (this.#shown === null)
        throw new StudioError('unsupported', 'There is no page to take a picture of.');
      return await Promise.race([this.#shown.picture(found), patience]);
    } catch (error) {
      if (error instanceof StudioError) throw error;
      throw pictureError(error);
    } finally {
      clearTimeout(late);
    }
  }

  end(): void {
    this.#ended = true;
    this.#spare?.remove();
    this.#shown?.remove();
  }

  #load(): RenderFrame {
    const { address, title, into } = this.#options;
    return new RenderFrame(address.replace('*', this.#host), title, into);
  }

  /** While changes follow each other, half of the time is left to what they need: who makes them is not held up. */
  async #work(): Promise<void> {
    let done: string | null = null;
    while (this.#wanted !== null && this.#wanted !== done && !this.#ended) {
      done = this.#wanted;
      const start = performance.now();
      await this.#renderOnce(done);
      if (this.#wanted !== done) await pause(Math.min(performance.now() - start, REST_MS));
    }
    this.#working = null;
  }

  async #renderOnce(page: string): Promise<void> {
    const problems: string[] = [];
    const failure = await this.#tryPage(page, problems);
    if (this.#ended) return;
    this.#isBehind = failure !== null;
    if (failure !== null && !problems.includes(failure)) problems.push(failure);
    this.#options.problems([...problems]);
    if (failure !== copy.page.notLoaded) return;
    await this.#beginAnew(page);
    this.#options.problems([...problems]);
  }

  /** Lets the process go that a page may hold up, and shows the last good page in another until a newer one comes. */
  async #beginAnew(page: string): Promise<void> {
    this.#host = newHost();
    if (!this.#options.address.includes('*')) {
      // Another frame would come into the same process as long as that has one.
      this.#hide();
      await pause(LET_GO_MS);
    }
    if (this.#good !== null && this.#wanted === page && !this.#ended) await this.#tryPage(this.#good, []);
  }

  /**
   * Renders a page in the spare frame and shows it if it comes.
   * @param problems what the page reports goes there, and is told while it is shown
   * @returns why it did not come; null when it did
   */
  async #tryPage(page: string, problems: string[]): Promise<string | null> {
    const frame = this.#spare ?? this.#load();
    this.#spare = null;
    const report = (message: string): void => {
      if (problems.length < MOST_PROBLEMS && !problems.includes(message)) problems.push(message);
      if (frame === this.#shown) this.#options.problems([...problems]);
    };
    let late: ReturnType<typeof setTimeout> | undefined;
    const failure = await new Promise<string | null>((resolve) => {
      this.#giveUp = resolve;
      late = setTimeout(() => resolve(copy.page.notLoaded), RENDER_MS);
      void frame.render(page, this.#place, {
        rendered: () => resolve(null),
        problem: report,
        place: (place) => {
          if (frame === this.#shown) this.#place = place;
        },
        submit: this.#options.submit,
        left: () => {
          report(copy.page.left);
          resolve(copy.page.left);
        },
      });
    });
    clearTimeout(late);
    clearTimeout(this.#behind);
    this.#behind = undefined;
    this.#giveUp = null;
    if (failure === null && !this.#ended) {
      this.#good = page;
      this.#put(frame);
      this.#spare = this.#load();
    } else frame.remove();
    return failure;
  }

  /** Shows a frame in place of the one before. */
  #put(frame: RenderFrame): void {
    this.#hide();
    frame.element.inert = false;
    frame.element.classList.add('shown');
    this.#shown = frame;
  }

  #hide(): void {
    this.#shown?.remove();
    this.#shown = null;
  }
}

/** A host label that no other view has. */
function newHost(): string {
  return crypto.getRandomValues(new Uint32Array(3)).reduce((name, part) => name + part.toString(36), '');
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function pictureError(error: unknown): StudioError {
  const why = error instanceof Error ? error.message : String(error);
  if (why === 'missing') {
    return new StudioError('unsupported', 'The renderer does not show this target.', {
      hint: 'A renderer marks what it draws with data-target, as in data-target="field:name".',
    });
  }
  if (why === 'empty')
    return new StudioError('unsupported', 'The target has no size, so there is no picture.');
  if (why === 'gone') return new StudioError('busy', 'The document changed while its picture was taken.');
  return new StudioError('internal', `The page could not be drawn: ${why}`);
}
