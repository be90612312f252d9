/** Pixels from the end that still count as being there. */
const NEAR = 48;

/**
 * Keeps a growing log at its end while its reader is there. Who scrolls up is left in peace, however fast it grows, until
 * they come back to the end by themselves or by `jump`.
 */
export class FollowEnd {
  #log: HTMLElement | null = null;
  #top = 0;
  #following = true;
  #near = $state(true);

  /** Whether the end is in view; otherwise a way back is offered. */
  get near(): boolean {
    return this.#near;
  }

  /** An attachment for the element that scrolls. @returns what ends it */
  readonly attach = (log: HTMLElement): (() => void) => {
    this.#log = log;
    const grown = new ResizeObserver(() => this.grew());
    grown.observe(log);
    for (const child of log.children) grown.observe(child);
    const scrolled = (): void => this.#scrolled(log);
    // Opening something at the end is reading it: the log must not run away from under it.
    const clicked = (event: Event): void => {
      if (event.target instanceof Element && event.target.closest('summary, [aria-expanded]') !== null)
        this.#following = false;
    };
    log.addEventListener('scroll', scrolled, { passive: true });
    log.addEventListener('click', clicked);
    this.jump();
    return () => {
      grown.disconnect();
      log.removeEventListener('scroll', scrolled);
      log.removeEventListener('click', clicked);
      this.#log = null;
    };
  };

  /** Something came to the end of the log. */
  grew(): void {
    const log = this.#log;
    if (log === null) return;
    if (this.#following) this.#toEnd(log);
    else this.#near = isNear(log);
  }

  /** Goes to the end and stays there. */
  jump(): void {
    this.#following = true;
    if (this.#log !== null) this.#toEnd(this.#log);
  }

  #toEnd(log: HTMLElement): void {
    log.scrollTop = log.scrollHeight;
    this.#top = log.scrollTop;
    this.#near = true;
  }

  #scrolled(log: HTMLElement): void {
    // Growth never moves a log up, so up is the reader. Down to the end is the reader too.
    if (log.scrollTop < this.#top - 1) this.#following = isNear(log);
    else if (isNear(log)) this.#following = true;
    this.#top = log.scrollTop;
    this.#near = this.#following || isNear(log);
  }
}

function isNear(log: HTMLElement): boolean {
  return log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;
}
