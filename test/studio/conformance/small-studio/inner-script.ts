/**
 * Runs before all else in a page that the small Studio shows: the bridge to it, pictures of a sort (one colour, the page's
 * own), and a page that cannot take the focus.
 */
export const INNER_SCRIPT = `(() => {
  HTMLElement.prototype.focus = () => {};
  window.platform = {
    submit: (values) => {
      parent.postMessage({ small: 'submit', values }, '*');
      return Promise.resolve({ ok: true, id: '1', record: values });
    },
  };
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || data.small !== 'picture') return;
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 8;
    const context = canvas.getContext('2d');
    context.fillStyle = getComputedStyle(document.querySelector('main') ?? document.body).backgroundColor;
    context.fillRect(0, 0, 8, 8);
    parent.postMessage({ small: 'picture', id: data.id, url: canvas.toDataURL(data.type) }, '*');
  });
})()`;
