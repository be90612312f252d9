import type { FileUIPart } from 'ai';
import { copy } from './copy.ts';
import { IMAGES, takeImage } from './image-intake.ts';
import { isEmpty, promptFrom, type Prompt } from './prompt.ts';
import { readTab, writeTab } from '#lib/tab-storage.ts';

/** A picture in the box: it has an id, so that two of the same are two. */
export interface AttachedImage {
  readonly id: number;
  readonly part: FileUIPart;
}

/**
 * The message being written: text and pictures. It outlives the box it is written in (a phone shows one pane at a time)
 * and, where storage allows, a reload of the page.
 */
export class Composer {
  readonly #key: string;
  #text = $state('');
  #images = $state.raw<readonly AttachedImage[]>([]);
  #reading = $state(0);
  #notice = $state<string | null>(null);
  #ids = 0;

  /** @param key names what is written to, for example a draft's id */
  constructor(key: string) {
    this.#key = `builder.unsent.${key}`;
    const kept = promptFrom(readTab(this.#key));
    if (kept !== null) this.#fill(kept);
  }

  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    this.#text = text;
    this.#keep();
  }

  get images(): readonly AttachedImage[] {
    return this.#images;
  }

  /** Pictures that are still being read and made smaller. */
  get reading(): number {
    return this.#reading;
  }

  /** Why a picture was not taken; null when there is nothing to say. */
  get notice(): string | null {
    return this.#notice;
  }

  get prompt(): Prompt {
    return { text: this.#text.trim(), images: this.#images.map(({ part }) => part) };
  }

  get empty(): boolean {
    return isEmpty(this.prompt);
  }

  /** Takes pictures in, as many as there is room for; what is not taken is told. */
  async attach(files: readonly File[]): Promise<void> {
    this.#notice = null;
    const room = IMAGES.most - this.#images.length - this.#reading;
    const taken = files.slice(0, Math.max(0, room));
    if (taken.length < files.length) this.#notice = copy.chat.images.tooMany(IMAGES.most);
    this.#reading += taken.length;
    for (const file of taken) {
      try {
        const part = await takeImage(file);
        this.#images = [...this.#images, this.#named(part)];
      } catch (error) {
        this.#notice = error instanceof Error ? error.message : String(error);
      } finally {
        this.#reading -= 1;
      }
    }
    this.#keep();
  }

  detach(id: number): void {
    this.#images = this.#images.filter((image) => image.id !== id);
    this.#notice = null;
    this.#keep();
  }

  /** The message leaves the box. */
  take(): Prompt {
    const { prompt } = this;
    this.put({ text: '', images: [] });
    return prompt;
  }

  /** Puts a message into the box in place of what is there. */
  put(prompt: Prompt): void {
    this.#fill(prompt);
    this.#notice = null;
    this.#keep();
  }

  #fill({ text, images }: Prompt): void {
    this.#text = text;
    this.#images = images.map((part) => this.#named(part));
  }

  #named(part: FileUIPart): AttachedImage {
    this.#ids += 1;
    return { id: this.#ids, part };
  }

  #keep(): void {
    const { text, images } = this;
    const none = text === '' && images.length === 0;
    writeTab(this.#key, none ? null : { text, images: images.map(({ part }) => part) });
  }
}
