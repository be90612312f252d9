export { CODES } from './codes.ts';
export type { Code } from './codes.ts';
export { compile } from './compile.ts';
export type { Compilation } from './compile.ts';
export type { Diagnostic } from './diagnostic.ts';
export type * from './ir.ts';
export { LIMITS } from './limits.ts';
