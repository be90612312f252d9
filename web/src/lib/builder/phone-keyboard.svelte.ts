/** The keyboard of a phone covers the page instead of shrinking it. Made by a component, whose effect it is. */
export class PhoneKeyboard {
  #covers = $state(0);

  constructor() {
    $effect(() => {
      const viewport = window.visualViewport;
      if (!viewport) return;
      const measure = (): void => {
        const covered = window.innerHeight - viewport.height;
        // Zooming shrinks the viewport too; only a large loss at normal scale is a keyboard.
        this.#covers = viewport.scale === 1 && covered > 120 ? covered : 0;
      };
      viewport.addEventListener('resize', measure);
      return () => viewport.removeEventListener('resize', measure);
    });
  }

  /** Pixels at the bottom of the page that it covers. */
  get covers(): number {
    return this.#covers;
  }
}
