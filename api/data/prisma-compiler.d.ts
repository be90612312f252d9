/** Prisma ships its query compiler without declarations; the generated clients import it in the same way. */
declare module '@prisma/client/runtime/query_compiler_fast_bg.postgresql.mjs' {
  import type { GetPrismaClientConfig } from '@prisma/client/runtime/client';
  type Runtime = Awaited<ReturnType<NonNullable<GetPrismaClientConfig['compilerWasm']>['getRuntime']>>;
  export const __wbg_set_wasm: Runtime['__wbg_set_wasm'];
  export const QueryCompiler: Runtime['QueryCompiler'];
}

declare module '@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.mjs' {
  export const wasm: string;
}
