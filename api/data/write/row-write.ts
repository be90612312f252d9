import type { Link } from '@platform/aml-compiler/links.ts';
import type { Args } from '../args.ts';
import type { ModelInfo } from '../model-info.ts';

/** A checked row that is to be made or changed, with what a nested write does around it. */
export interface RowWrite {
  readonly model: ModelInfo;
  /** Its own values, as they are stored. */
  readonly values: Args;
  /** Rows that it points to; settled before it, since it holds their keys. */
  readonly parents: readonly LinkWrite[];
  /** Rows that point to it; settled after it. */
  readonly children: readonly LinkWrite[];
}

/** One operation at the other end of a link. */
export type LinkWrite = {
  readonly link: Link;
  readonly target: ModelInfo;
  /** Where it stands in the input, as a JSON pointer. */
  readonly path: string;
} & (
  | { readonly do: 'create'; readonly row: RowWrite }
  | { readonly do: 'connect'; readonly key: Args }
  /** Without a key: the one row that is linked. */
  | { readonly do: 'update'; readonly key: Args | null; readonly row: RowWrite }
  | { readonly do: 'disconnect' | 'delete'; readonly key: Args | null }
);

/** How many rows a write makes, without its own. */
export function nestedNewRows({ parents, children }: RowWrite): number {
  const each = [...parents, ...children].map((write) =>
    write.do === 'create'
      ? 1 + nestedNewRows(write.row)
      : write.do === 'update'
        ? nestedNewRows(write.row)
        : 0,
  );
  return each.reduce((sum, rows) => sum + rows, 0);
}

/** Whether a write concerns its own row only, so that one statement does it. */
export function isPlain(write: RowWrite): boolean {
  return write.parents.length === 0 && write.children.length === 0;
}
