export const LAYOUTS = ['title', 'bullets', 'text'] as const;
export type Layout = (typeof LAYOUTS)[number];

export interface Slide {
  readonly layout: Layout;
  readonly heading?: string;
  readonly subtitle?: string;
  readonly body?: string;
  /** On the layout bullets only. */
  readonly bullets?: readonly string[];
}

/** A valid document of the kind `slides` (spec 2.4). */
export interface SlidesDocument {
  readonly title: string;
  /** Name of a look; renderers choose what it means. */
  readonly theme?: string;
  readonly slides: readonly Slide[];
}
