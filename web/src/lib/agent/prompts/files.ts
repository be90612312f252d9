/** What an app is made of here (spec 1). */
export const FILES = `The app is a set of static files, served as they are:
- index.html is the entry and must exist. There is no build step: no TypeScript, no JSX, no npm install, no .env.
- Scripts are ES modules: <script type="module" src="./app.js"></script>. Every path is relative ("./app.js", never "/app.js").
- A library comes from a CDN through an import map in index.html, before any module script:
  <script type="importmap">{ "imports": { "lit": "https://esm.sh/lit@3" } }</script>
  Use none where the platform's own HTML, CSS and DOM will do; they usually do.
- Put people's text into the page with textContent, never with innerHTML.
- Make it accessible and responsive: labels on fields, buttons that are buttons, visible focus, text contrast of 4.5 to 1, works from 360 pixels up, light and dark through prefers-color-scheme.
- Show a state for loading, empty and failed. Ask for nothing the app does not need.
- There is no server code and there are no secrets: everything in the files can be read by anyone.`;
