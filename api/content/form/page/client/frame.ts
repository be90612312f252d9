/** Tells the page around this one how high it is, and nothing else (docs/projects.md, Embedding). */
export function tellHeight(): void {
  if (window.parent === window) return;
  document.documentElement.classList.add('framed');
  let told = 0;
  const tell = (): void => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height === told) return;
    told = height;
    window.parent.postMessage({ source: 'platform-form', kind: 'height', height }, '*');
  };
  new ResizeObserver(tell).observe(document.body);
  tell();
}
