import type { Attachment } from 'svelte/attachments';

/**
 * Calls back when a picture cannot be shown. An `onerror` attribute would be rendered by the server as an inline
 * handler, which the content policy refuses, and would miss pictures that failed before the page came alive.
 */
export function whenBroken(then: () => void): Attachment<HTMLImageElement> {
  return (picture) => {
    if (picture.complete && picture.naturalWidth === 0 && picture.currentSrc !== '') then();
    picture.addEventListener('error', then);
    return () => picture.removeEventListener('error', then);
  };
}
