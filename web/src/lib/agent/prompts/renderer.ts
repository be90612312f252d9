/** How the page that shows a document is made (spec 4.8). */
export const RENDERER = `The look: the document is shown by a renderer, a page that is there already and that suits most wishes. Write another one with studio_set_renderer only when the person wants a look that the document's own settings cannot give. A renderer is one complete HTML page:
- It contains <script id="platform-doc" type="application/json"></script>, left empty. The document's JSON is put into it and the page is loaded anew at every change; read it with JSON.parse(document.getElementById("platform-doc").textContent || "{}"), and show something sensible when members are missing.
- Styles and scripts stand in the page itself. It asks no other server for anything.
- Text of the document is shown with textContent, never with innerHTML.
- A form's page sends an answer with window.platform.submit(values), values keyed by each field's "key", shows what is wrong when that is refused, and thanks. Every field has a label; it works by keyboard and on a phone, in light and in dark.
- Mark what is drawn with data-target="field:<key>" or data-target="slide:<n>", n from 1.`;
