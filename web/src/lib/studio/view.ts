/** What the page around a Studio does for it. */
export interface StudioView {
  /**
   * A picture of the current document, after that was rendered.
   * @returns a PNG as data URL
   * @throws StudioError unsupported, busy, timeout
   */
  screenshot(target: string): Promise<string>;
  /** Brings a target into view. */
  show(target: string): void;
}
