/** The work side of the builder; `chat` is a view of its own only where one pane fits. */
export const VIEWS = ['chat', 'preview', 'code', 'data', 'history'] as const;
export type View = (typeof VIEWS)[number];

/** Where a person is in the builder: the part of the address behind `?`. */
export interface Place {
  readonly view: View | null;
  readonly file: string | null;
}

export function placeOf(params: Pick<URLSearchParams, 'get'>): Place {
  const view = VIEWS.find((one) => one === params.get('view')) ?? null;
  return { view, file: params.get('file') };
}

/** The address of a place, from the one that is open now. */
export function addressOf(path: string, { view, file }: Place): string {
  const params = new URLSearchParams();
  if (view !== null) params.set('view', view);
  if (file !== null && view === 'code') params.set('file', file);
  const query = params.toString();
  return query === '' ? path : `${path}?${query}`;
}
