export type { Diagnostic } from './diagnostic.ts';
export type * from './ir.ts';
