import { readElement, type PointedElement } from './preview-reports.ts';
import type { PreviewRun } from './preview-run.svelte.ts';

/** Pointing at a part of the page in view: one at a time, ended by a choice, by Esc, or when the page goes. */
export class PreviewPicker {
  #run = $state.raw<PreviewRun | null>(null);
  #pointed = $state.raw<PointedElement | null>(null);
  #end: (() => void) | null = null;
  readonly #onpick: (element: PointedElement, run: PreviewRun) => void;

  constructor(onpick: (element: PointedElement, run: PreviewRun) => void) {
    this.#onpick = onpick;
  }

  get active(): boolean {
    return this.#run !== null;
  }

  /** The page that is pointed at. */
  get run(): PreviewRun | null {
    return this.#run;
  }

  /** What the pointer or the keys stand on. */
  get pointed(): PointedElement | null {
    return this.#pointed;
  }

  start(run: PreviewRun): void {
    this.stop();
    this.#run = run;
    // The keys are heard inside of the frame.
    run.frame?.focus();
    this.#end = run.listen('pick', {}, (answer) => {
      const element = readElement(answer?.['element']);
      const kind = answer?.['kind'];
      if (kind === 'pointed') this.#pointed = element;
      else {
        this.stop();
        if (kind === 'picked' && element !== null) this.#onpick(element, run);
      }
    });
  }

  stop(): void {
    const run = this.#run;
    this.#run = null;
    this.#pointed = null;
    this.#end?.();
    this.#end = null;
    run?.listen('unpick', {}, () => undefined)();
  }
}
