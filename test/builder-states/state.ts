import type { Stage } from './stage.ts';

/** A state of the builder, and how a person gets there. */
export interface BuilderState {
  readonly name: string;
  /**
   * Brings the page there. What it leaves behind (the network, a route) is undone by what it answers with, after the
   * state was looked at.
   */
  readonly open: (stage: Stage) => Promise<(() => Promise<void>) | void>;
  /** What the browser itself says about a state of failure, such as an answer with status 429. */
  readonly says?: RegExp;
  /** A frame that does not answer holds up what a browser asks of all frames: the state is begun anew for each look. */
  readonly hangs?: true;
  /** Looked at in a usual run too; the others when `BUILDER_STATES=all`. */
  readonly usual?: true;
}

/** A page whose app starts at once and paints. */
export const PAGE = `<!doctype html>
<html lang="en">
<head><title>Guests</title><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head>
<body style="font: 16px system-ui; padding: 1rem">
<main>
  <h1>Guests</h1>
  <p>Who comes to the party.</p>
  <ul id="list"><li>Ada</li><li>Grace</li></ul>
  <a href="about.html">About</a>
  <label>Name <input id="name"></label>
  <button id="sign">Sign</button>
</main>
<script type="module" src="app.js"></script>
</body>
</html>
`;

export const APP = {
  'index.html': PAGE,
  'app.js': "const list = document.querySelector('#list');\nlist.dataset.ready = 'yes';\n",
  'css/app.css': '.guest { color: teal }\n.late { color: crimson }\n',
  'about.html': '<!doctype html>\n<html lang="en">\n<title>About</title>\n<h1>About us</h1>\n</html>\n',
} as const;

export const MODEL = `/// Who comes
model Guest {
  id    String  @id @default(cuid())
  name  String  @length(1, 80)
  age   Int?
  vip   Boolean @default(false)
  note  String?
  @@allow(read, anyone)
  @@allow(create, anyone)
}
`;

/** A promise that never settles, for answers that go on until the page is left. */
export const FOR_EVER = new Promise<void>(() => undefined);
