import type { Propose } from '../kind.ts';
import { isObject } from '../operation.ts';

/** A slide that has points is proposed the layout that may have them. */
export function proposals(document: unknown): Propose {
  const slides: unknown = isObject(document) ? document['slides'] : undefined;
  return (path, value) => {
    const [, index] = /^\/slides\/(\d+)\/layout$/.exec(path) ?? [];
    const slide: unknown = Array.isArray(slides) ? slides[Number(index)] : undefined;
    return isObject(slide) && Array.isArray(slide['bullets']) ? 'bullets' : value;
  };
}
