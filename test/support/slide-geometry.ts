import type { Page } from 'playwright-core';

/**
 * Looks at the slides of a page as they are laid out, and says what of their text cannot be seen: what lies outside of its
 * slide and of the room that it scrolls through, under another text, beside its column, or is smaller than `least`.
 * Runs in the page.
 */
const LOOK = `(which, least) => {
  const found = [];
  for (const slide of document.querySelectorAll(which)) {
    const name = slide.id + ' ' + slide.className;
    const box = slide.getBoundingClientRect();
    if (box.width === 0) { found.push(name + ' is not shown'); continue; }
    if (slide.scrollWidth > slide.clientWidth) found.push(name + ' scrolls sideways');
    const style = getComputedStyle(slide);
    const height = /auto|scroll/.test(style.overflowY) ? slide.scrollHeight : slide.clientHeight;
    const room = { left: box.left, right: box.left + slide.clientWidth, top: box.top - slide.scrollTop, bottom: box.top - slide.scrollTop + height };
    const blocks = [...slide.querySelectorAll('h1, h2, p, li')];
    for (const block of blocks) {
      for (let at = block; at !== slide; at = at.parentElement) {
        const { overflowX, overflowY, clipPath, maskImage } = getComputedStyle(at);
        if (overflowX + overflowY !== 'visiblevisible' || clipPath !== 'none' || maskImage !== 'none') found.push(name + ' clips in ' + at.tagName);
      }
      const own = block.getBoundingClientRect();
      const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        range.selectNodeContents(node);
        if (node.data.trim() !== '' && parseFloat(getComputedStyle(node.parentElement).fontSize) < least - 0.01) found.push(name + ' is smaller than ' + least + ' in ' + block.tagName + ': ' + getComputedStyle(node.parentElement).fontSize);
        for (const rect of range.getClientRects()) {
          if (rect.width === 0 || rect.height === 0) continue;
          const isOut = rect.left < room.left - 0.5 || rect.right > room.right + 0.5 || rect.top < room.top - 0.5 || rect.bottom > room.bottom + 0.5;
          if (isOut) found.push(name + ' cuts ' + JSON.stringify(node.data.slice(0, 40)) + ' ' + JSON.stringify(rect) + ' of ' + JSON.stringify(room));
          if (rect.left < own.left - 1 || rect.right > own.right + 1) found.push(name + ' leaves its column: ' + JSON.stringify(node.data.slice(0, 40)));
        }
      }
    }
    blocks.forEach((one, index) => {
      const a = one.getBoundingClientRect();
      for (const other of blocks.slice(index + 1)) {
        const b = other.getBoundingClientRect();
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const tall = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (width > 0.5 && tall > 0.5) found.push(name + ': ' + one.tagName + ' lies under ' + other.tagName);
      }
    });
  }
  return found.slice(0, 5);
}`;

/** Every slide of a presented deck in turn. @returns what cannot be seen, empty when all can */
export function lookAtEach(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(async () => {
    const look = ${LOOK};
    const found = [];
    for (let n = 1; document.getElementById(String(n))?.matches('.slide'); n += 1) {
      if (document.getElementById(String(n)).hidden) {
        const shown = new Promise((done) => addEventListener('hashchange', done, { once: true }));
        location.hash = n;
        await shown;
      }
      found.push(...look('#deck > .slide:not([hidden])', 16));
    }
    return found;
  })()`);
}

/** All slides as they go to paper. The page has to be in print already. */
export function lookAtPaper(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(${LOOK})('#deck > .slide', 0)`);
}
