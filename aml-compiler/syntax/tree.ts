import type { Token } from './token.ts';

/**
 * The concrete tree: what the text says, before any meaning. Offsets point into the source; `tokens` of the
 * document hold every token and comment in order, so a formatter can give the text back.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface NameNode extends Span {
  readonly text: string;
}

export type ValueNode =
  | (Span & { readonly kind: 'string'; readonly value: string })
  | (Span & { readonly kind: 'number'; readonly text: string })
  | (Span & { readonly kind: 'name'; readonly text: string })
  | (Span & { readonly kind: 'call'; readonly name: NameNode; readonly args: readonly ArgumentNode[] })
  | (Span & { readonly kind: 'array'; readonly items: readonly ValueNode[] })
  /** Stands where a value was too broken to read; the mistake is reported already. */
  | (Span & { readonly kind: 'broken' });

export interface ArgumentNode extends Span {
  readonly name: NameNode | null;
  readonly value: ValueNode;
}

export interface AttributeNode extends Span {
  /** Without the `@` or `@@`; dotted for native types (`db.VarChar`). */
  readonly name: NameNode;
  /** Null when there are no parentheses. */
  readonly args: readonly ArgumentNode[] | null;
  /** True when its arguments had a syntax error, reported already. */
  readonly broken: boolean;
}

export interface TypeNode extends Span {
  readonly name: NameNode;
  readonly optional: boolean;
  readonly list: boolean;
}

export interface FieldNode extends Span {
  readonly name: NameNode;
  /** Null when missing or unreadable; the mistake is reported already. */
  readonly type: TypeNode | null;
  readonly attributes: readonly AttributeNode[];
  readonly doc: string | null;
}

/** From its `{` to its `}`, or to where reading stopped. */
export interface BodyNode extends Span {
  readonly closed: boolean;
}

export interface ModelNode extends Span {
  readonly kind: 'model';
  readonly name: NameNode | null;
  readonly fields: readonly FieldNode[];
  readonly attributes: readonly AttributeNode[];
  readonly doc: string | null;
  /** Null when its `{` is missing. */
  readonly body: BodyNode | null;
  /** Something in it could not be read, and is reported: that it looks empty is then no second mistake. */
  readonly damaged: boolean;
}

export interface EnumValueNode extends Span {
  readonly name: NameNode;
  readonly attributes: readonly AttributeNode[];
  readonly doc: string | null;
}

export interface EnumNode extends Span {
  readonly kind: 'enum';
  readonly name: NameNode | null;
  readonly values: readonly EnumValueNode[];
  readonly attributes: readonly AttributeNode[];
  readonly doc: string | null;
  readonly body: BodyNode | null;
  readonly damaged: boolean;
}

export interface DocumentNode {
  readonly source: string;
  readonly tokens: readonly Token[];
  readonly models: readonly ModelNode[];
  readonly enums: readonly EnumNode[];
  /** `datasource` and `generator` blocks, which mean nothing here. */
  readonly configs: readonly Span[];
}
