import { escapeHtml } from '../../page/html.ts';

/**
 * What a site's author pastes to show a form in a page: a frame, and a script that makes it as high as the form. The
 * script asks the network for nothing and takes only a height, from this frame only; without it the frame scrolls.
 * @param address of the form's page, as it is given out
 * @param title what the frame is called for screen readers
 */
export function embedSnippet(address: string, title: string): string {
  const id = `form-${hash(address)}`;
  return `<iframe id="${id}" src="${escapeHtml(address)}" title="${escapeHtml(title)}" loading="lazy" style="width:100%;height:40rem;border:0"></iframe>
<script>addEventListener('message',function(e){var f=document.getElementById('${id}'),d=e.data;if(f&&e.source===f.contentWindow&&d&&d.source==='platform-form'&&d.height>0)f.style.height=Math.min(d.height,30000)+'px'})</script>`;
}

/** Short and always the same, so that two forms on one page are told apart (FNV-1a). */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (value >>> 0).toString(36);
}
