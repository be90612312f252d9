import type { PageTarget } from './targets.ts';

/** What a rendered page tells; nothing of it is to be trusted: the page is the author's. */
export interface RenderTold {
  rendered(): void;
  problem(message: string): void;
  place(place: RenderPlace): void;
  /** Somebody filled the page in and sent it; the answer says whether that fits. */
  submit(values: unknown): { readonly ok: boolean; readonly diagnostics: readonly unknown[] };
  /** The page went to another address by itself. */
  left(): void;
}

/** Where in the page its reader is, kept over a reload. */
export interface RenderPlace {
  readonly hash: string;
  readonly scroll: number;
}

interface Picture {
  resolve(picture: string): void;
  reject(error: Error): void;
}

const LONGEST_MESSAGE = 2_000;
const LONGEST_HASH = 200;
/** Milliseconds that word of a written page may come after its load. */
const WORD_MS = 1_000;

/**
 * One load of the renderer's frame: a page of the publish origin without an origin of its own, which is handed one
 * complete page over a port (design 11). It is thrown away with that page.
 */
export class RenderFrame {
  readonly element: HTMLIFrameElement;
  readonly #channel = new MessageChannel();
  readonly #pictures = new Map<number, Picture>();
  readonly #opened: Promise<void>;
  #told: RenderTold | null = null;
  #count = 0;
  #isRead = false;

  /** @param address of the empty page on the publish origin */
  constructor(address: string, title: string, into: HTMLElement) {
    const frame = document.createElement('iframe');
    frame.title = title;
    frame.src = address;
    frame.className = 'render-frame';
    // It must be laid out while nobody sees it, and be no stop on the way of the keys.
    frame.inert = true;
    this.element = frame;
    this.#opened = new Promise((resolve) => {
      let loads = 0;
      frame.addEventListener('load', () => {
        loads += 1;
        // The second is the page that was written into it, unless that went elsewhere before it was read.
        if (loads === 2) return void setTimeout(() => this.#isRead || this.#told?.left(), WORD_MS);
        if (loads > 2) return this.#told?.left();
        // The page is of no origin, so that only '*' reaches it; the window is the frame's own.
        frame.contentWindow?.postMessage('platform-studio-frame', '*', [this.#channel.port2]);
        resolve();
      });
    });
    this.#channel.port1.addEventListener('message', ({ data }) => this.#hear(data));
    this.#channel.port1.start();
    into.append(frame);
  }

  /** Writes a complete page into the frame; it is told when that was read. */
  async render(html: string, { hash, scroll }: RenderPlace, told: RenderTold): Promise<void> {
    await this.#opened;
    this.#told = told;
    this.#post({ do: 'render', html, hash, scroll });
  }

  show(target: PageTarget): void {
    this.#post({ do: 'show', target });
  }

  /** @returns a PNG as data URL @throws Error with the frame's own word for why there is none */
  picture(target: PageTarget | null): Promise<string> {
    this.#count += 1;
    const id = this.#count;
    this.#post({ do: 'picture', id, target });
    return new Promise((resolve, reject) => this.#pictures.set(id, { resolve, reject }));
  }

  remove(): void {
    this.#told = null;
    this.#channel.port1.close();
    this.element.remove();
    for (const { reject } of this.#pictures.values()) reject(new Error('gone'));
  }

  #post(order: object): void {
    this.#channel.port1.postMessage(order);
  }

  #hear(data: unknown): void {
    const own = (name: string): unknown => Reflect.get(Object(data), name);
    const id = own('id');
    switch (own('tell')) {
      case 'rendered':
        this.#isRead = true;
        return this.#told?.rendered();
      case 'problem':
        return this.#told?.problem(String(own('message')).slice(0, LONGEST_MESSAGE));
      case 'place': {
        const [hash, scroll] = [own('hash'), own('scroll')];
        if (typeof hash !== 'string' || hash.length > LONGEST_HASH || typeof scroll !== 'number') return;
        return this.#told?.place({ hash, scroll });
      }
      case 'submit': {
        const answer = this.#told?.submit(own('values'));
        if (answer && typeof id === 'number') this.#post({ do: 'settle', id, ...answer });
        return;
      }
      case 'picture': {
        if (typeof id !== 'number') return;
        const picture = own('picture');
        if (typeof picture === 'string' && picture.startsWith('data:image/png;base64,')) {
          this.#pictures.get(id)?.resolve(picture);
        } else this.#pictures.get(id)?.reject(new Error(String(own('why')).slice(0, LONGEST_MESSAGE)));
        this.#pictures.delete(id);
      }
    }
  }
}
