import { parseTree, type Node } from 'jsonc-parser';

export interface Place {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly col: number;
}

/** Finds where JSON pointers lead in a JSON text. */
export interface Places {
  /** Null where the text cannot be followed that far. */
  of(pointer: string): Place | null;
  at(offset: number): Place;
  /** Offset of what a pointer leads to, for sorting; the text's length when it is not there. */
  offsetOf(pointer: string): number;
}

export function findPlaces(text: string): Places {
  const root = treeOf(text);
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);

  function at(offset: number): Place {
    let low = 0;
    let high = lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, col: offset - (lineStarts[low] ?? 0) + 1 };
  }
  const offsetOf = (pointer: string): number => follow(root, pointer)?.offset ?? text.length;
  return {
    at,
    offsetOf,
    of: (pointer) => {
      const node = follow(root, pointer);
      return node ? at(node.offset) : null;
    },
  };
}

/** Segments of a JSON pointer (RFC 6901). */
export function pointerSegments(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** One more segment at the end of a JSON pointer. */
export function appendPointer(pointer: string, segment: string | number): string {
  return `${pointer}/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function treeOf(text: string): Node | undefined {
  try {
    return parseTree(text);
  } catch (error) {
    // Nested deeper than the reader can follow: mistakes are then told without their lines.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A member is placed at its name. Of members with one name the last counts, as for JSON.parse. */
function follow(root: Node | undefined, pointer: string): Node | undefined {
  let node = root;
  let place = root;
  for (const segment of pointerSegments(pointer)) {
    if (node?.type === 'array') {
      node = node.children?.[Number(segment)];
      place = node;
      continue;
    }
    const member = node?.children?.findLast((one) => one.children?.[0]?.value === segment);
    place = member;
    node = member?.children?.[1];
  }
  return place;
}
