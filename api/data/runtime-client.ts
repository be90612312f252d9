/**
 * The only file that knows Prisma's internals: it makes a client from schema text at run time, which the generated
 * clients do at build time (design 2). Its test tells when an upgrade moves something.
 */
import { getPrismaClient, dmmfToRuntimeDataModel } from '@prisma/client/runtime/client';
import type { PrismaPg } from '@prisma/adapter-pg';
import { getDMMF } from '@prisma/get-dmmf';
import { buildAndSerializeParamGraph } from '@prisma/param-graph-builder';
import { LIMITS } from '../limits.ts';

/** The part of a model's delegate that the data plane calls; arguments and rows are typed by the IR, not here. */
export type RuntimeOperation =
  | 'create'
  | 'createMany'
  | 'findFirst'
  | 'findMany'
  | 'findUnique'
  | 'update'
  | 'updateMany'
  | 'delete'
  | 'deleteMany'
  | 'count'
  | 'aggregate'
  | 'groupBy';

export type RuntimeDelegate = Readonly<Record<RuntimeOperation, (args: object) => Promise<unknown>>>;

export interface RuntimeDelegates {
  /** @throws Error for a model that the schema does not have */
  delegate(model: string): RuntimeDelegate;
  /** One statement of SQL, in the same transaction. */
  query(text: string, values: readonly unknown[]): Promise<readonly object[]>;
}

export interface RuntimeClient extends RuntimeDelegates {
  /** Runs `work` in one transaction of at most `ms`: all of it is kept or, when it throws, nothing. */
  transaction<T>(ms: number, work: (client: RuntimeDelegates) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const ENGINE_VERSION = '0edf323efd1d98336f3f0a68684b56f689b900d3';
const PREVIEW = ['relationJoins'];
const CLIENT_VERSION = '7.10.0';

/** Makes a client for the models of `schema`; all clients share one adapter factory and one query compiler. */
export function createRuntimeClient(models: string, adapter: PrismaPg): RuntimeClient {
  // Relations are joined in the database, so that the limit of a nested list is a LIMIT there.
  const preview = `previewFeatures = ${JSON.stringify(PREVIEW)}`;
  const schema = models.replace('provider = "prisma-client"', `$&\n  ${preview}`);
  const dmmf = getDMMF({ datamodel: schema });
  if ('type' in dmmf)
    throw new Error(`The generated schema is not accepted: ${dmmf.reason}`, { cause: dmmf.error });
  const Client = getPrismaClient({
    previewFeatures: [...PREVIEW],
    clientVersion: CLIENT_VERSION,
    engineVersion: ENGINE_VERSION,
    activeProvider: 'postgresql',
    inlineSchema: schema,
    runtimeDataModel: dmmfToRuntimeDataModel(dmmf.datamodel),
    parameterizationSchema: buildAndSerializeParamGraph(dmmf),
    compilerWasm: {
      getRuntime: () => import('@prisma/client/runtime/query_compiler_fast_bg.postgresql.mjs'),
      getQueryCompilerWasmModule: compilerModule,
      importName: './query_compiler_fast_bg.js',
    },
  });
  // Visitors choose the shapes of queries, so the cache of plans must stay small.
  const client = new Client({ adapter, errorFormat: 'minimal', queryPlanCacheMaxSize: LIMITS.dataPlanCache });
  return {
    ...delegatesOf(client),
    transaction: (timeout, work) =>
      client.$transaction(async (inner: object) => work(delegatesOf(inner)), {
        maxWait: LIMITS.dataTransactionWaitMs,
        timeout,
      }),
    close: () => client.$disconnect(),
  };
}

interface RawClient {
  $queryRawUnsafe(text: string, ...values: readonly unknown[]): Promise<readonly object[]>;
}

function delegatesOf(client: object): RuntimeDelegates {
  const delegates = client as Record<string, RuntimeDelegate | undefined>;
  return {
    delegate(model) {
      const found = delegates[model.charAt(0).toLowerCase() + model.slice(1)];
      if (!found) throw new Error(`The client has no model ${model}.`);
      return found;
    },
    query: (text, values) => (client as RawClient).$queryRawUnsafe(text, ...values),
  };
}

let compiled: Promise<WebAssembly.Module> | null = null;

function compilerModule(): Promise<WebAssembly.Module> {
  compiled ??= import('@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.mjs').then(
    ({ wasm }) => new WebAssembly.Module(Buffer.from(wasm, 'base64')),
  );
  return compiled;
}
