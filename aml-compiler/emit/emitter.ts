import type { Ir } from '../ir.ts';

export interface EmitOptions {
  /** What the app is called: the SQL schema and the title of the API's description. */
  readonly name: string;
  /** Whose rights the GraphQL schema shows; the bridge serves visitors whatever stands here. */
  readonly caller: 'anyone' | 'owner';
}

/** One kind of text that is made from an IR. */
export interface Emitter {
  /** Name of the file that `aml emit` writes. */
  readonly file: string;
  readonly emit: (ir: Ir, options: EmitOptions) => string;
}
