/** The page of a deck without a renderer of its own: one slide at a time, keys and buttons, all slides in print. */
export const DEFAULT_RENDERER = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Slides</title>
<style>
:root { color-scheme: light dark; font: clamp(1rem, 2.5vw, 1.75rem)/1.4 system-ui, sans-serif; }
body { margin: 0; background: Canvas; color: CanvasText; }
section { box-sizing: border-box; min-height: calc(100vh - 5rem); padding: 8vmin; display: grid; align-content: center; gap: 0.75rem; outline: 0; }
section.title { text-align: center; }
h1, h2 { font-size: 1.75em; line-height: 1.15; margin: 0; overflow-wrap: anywhere; }
p, ul { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
nav { position: fixed; inset: auto 0 0; height: 5rem; display: flex; gap: 1rem; justify-content: center; align-items: center; font-size: 1rem; background: Canvas; }
nav[hidden] { display: none; }
noscript p { padding: 2rem; }
button { min-width: 2.75rem; min-height: 2.75rem; font: inherit; color: inherit; background: transparent; border: 1px solid; border-radius: 0.375rem; }
:focus-visible { outline: 2px solid Highlight; outline-offset: 2px; }
@media screen { section[hidden] { display: none; } }
@media print { nav { display: none; } section, section[hidden] { display: grid; break-after: page; } }
</style>
</head>
<body>
<main><noscript><p>These slides need scripts. Allow JavaScript for this page and load it again.</p></noscript></main>
<nav aria-label="Slides" hidden><button type="button" aria-label="Previous slide">&larr;</button><span aria-live="polite"></span><button type="button" aria-label="Next slide">&rarr;</button></nav>
<script id="platform-doc" type="application/json"></script>
<script type="module">
const doc = JSON.parse(document.getElementById('platform-doc').textContent || '{}');
const [previous, next] = document.querySelectorAll('button');
const place = document.querySelector('nav span');
document.title = doc.title || 'Slides';
const line = (name, text) => {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
};
const slides = (doc.slides || []).map((slide, index) => {
  const section = document.createElement('section');
  section.className = slide.layout;
  section.tabIndex = -1;
  section.setAttribute('aria-label', 'Slide ' + (index + 1));
  if (slide.heading) section.append(line(index === 0 ? 'h1' : 'h2', slide.heading));
  if (slide.subtitle) section.append(line('p', slide.subtitle));
  if (slide.body) section.append(line('p', slide.body));
  if (slide.bullets) {
    const list = document.createElement('ul');
    list.append(...slide.bullets.map((bullet) => line('li', bullet)));
    section.append(list);
  }
  return section;
});
document.querySelector('main').append(...slides);
document.querySelector('nav').hidden = false;
let current = 0;
function go(to) {
  current = Math.min(Math.max(to, 0), Math.max(slides.length - 1, 0));
  slides.forEach((slide, index) => (slide.hidden = index !== current));
  previous.disabled = current === 0;
  next.disabled = current >= slides.length - 1;
  place.textContent = current + 1 + ' / ' + slides.length;
}
previous.addEventListener('click', () => go(current - 1));
next.addEventListener('click', () => go(current + 1));
addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.('button') && event.key === ' ') return;
  if (['ArrowRight', 'PageDown', ' '].includes(event.key)) go(current + 1);
  else if (['ArrowLeft', 'PageUp'].includes(event.key)) go(current - 1);
  else if (event.key === 'Home') go(0);
  else if (event.key === 'End') go(slides.length - 1);
  else return;
  event.preventDefault();
});
go(0);
</script>
</body>
</html>
`;
