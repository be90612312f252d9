/** The work side of the builder; `chat` is a view of its own only where one pane fits. */
export const VIEWS = ['chat', 'preview', 'code', 'data', 'history'] as const;
export type View = (typeof VIEWS)[number];

/** A place in a file; line and column count from 1. */
export interface Spot {
  readonly path: string;
  readonly line: number;
  readonly col: number;
}

/** Where a person is in the builder: the part of the address behind `?`. */
export interface Place {
  readonly view: View | null;
  readonly file: string | null;
  /** Where in the open file; null leaves the cursor where it is. */
  readonly spot: Spot | null;
}

export function placeOf(params: Pick<URLSearchParams, 'get'>): Place {
  const view = VIEWS.find((one) => one === params.get('view')) ?? null;
  const file = params.get('file');
  const [, line, col] = /^([1-9]\d{0,6})(?::([1-9]\d{0,6}))?$/.exec(params.get('line') ?? '') ?? [];
  const spot =
    file === null || line === undefined ? null : { path: file, line: Number(line), col: Number(col ?? 1) };
  return { view, file, spot };
}

/** The address of a place, from the one that is open now. */
export function addressOf(path: string, { view, file, spot }: Place): string {
  const params = new URLSearchParams();
  if (view !== null) params.set('view', view);
  if (file !== null && view === 'code') {
    params.set('file', file);
    if (spot !== null) params.set('line', spot.col === 1 ? `${spot.line}` : `${spot.line}:${spot.col}`);
  }
  const query = params.toString();
  return query === '' ? path : `${path}?${query}`;
}
