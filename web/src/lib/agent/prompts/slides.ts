/** What a deck is, for the agent. */
export const SLIDES = `The document is a deck of slides: a title, an optional theme, and at least one slide. Each slide has a layout: title, bullets or text.
- "bullets" stand only in slides of the layout bullets.
- Text is text: no Markdown, no HTML, no pictures.
- Change the order and the number of slides only when that was asked for.`;
