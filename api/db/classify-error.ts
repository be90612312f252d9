/** Nobody is listening, or the connection broke. */
const SYSTEM_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']);
/** Prisma's names for the same, and for a pool that had no connection in time. */
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1011', 'P1017', 'P2024', 'P2037']);
/** SQLSTATE classes: connection exception, insufficient resources, operator intervention (shutdown, start-up). */
const SQLSTATE_CLASSES = /^(08|53|57P)/;
const MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i;

/** Whether an error says that the database is away for the moment, so that trying again later makes sense. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (SYSTEM_CODES.has(code) && (!('syscall' in error) || error.syscall === 'connect' || code !== 'ENOENT'))
    return true;
  if (PRISMA_CODES.has(code) || SQLSTATE_CLASSES.test(sqlState(error)) || MESSAGES.test(error.message))
    return true;
  return isDatabaseUnavailable(error.cause);
}

/** Whether the database refused text for a NUL byte, which no Postgres text can hold. */
export function isRefusedText(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    sqlState(error) === '22021' ||
    /invalid byte sequence|0x00/.test(error.message) ||
    isRefusedText(error.cause)
  );
}

/** What Postgres called an error: the code of the driver's, or of what Prisma has no name for (its P2010 and P2039). */
function sqlState(error: Error): string {
  const { code, meta } = error as { readonly code?: unknown; readonly meta?: PrismaMeta };
  const state = meta?.driverAdapterError?.cause?.originalCode ?? code;
  return typeof state === 'string' ? state : '';
}

interface PrismaMeta {
  readonly driverAdapterError?: { readonly cause?: { readonly originalCode?: unknown } };
}
