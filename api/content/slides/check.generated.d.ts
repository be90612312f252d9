import type { CompiledSchema } from '../kind.ts';

export const check: CompiledSchema;
