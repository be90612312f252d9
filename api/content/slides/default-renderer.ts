import { templatePage } from './page/page.ts';

/** The page of a deck without a renderer of its own, as a template with an empty `platform-doc` element (spec 4.8). */
export const DEFAULT_RENDERER = templatePage();
