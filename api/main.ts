import './production.ts';
import { pino } from 'pino';
import { ConfigError } from './config-error.ts';
import { readConfig } from './config.ts';
import { loadPages } from './http/pages.ts';
import { LIMITS } from './limits.ts';
import { startServer } from './server.ts';
import { StartError } from './start-error.ts';

/** Draining and closing the database are given this long together. */
const DEADLINE_MS = LIMITS.drainMs + 10_000;

const config = orExit(() => readConfig(process.env));
const log = pino({ level: config.logLevel, redact: ['req.headers.authorization', '*.token', '*.password'] });
const server = await startServer({ config, log, pages: await loadPages(config) }).catch((error: unknown) =>
  exit(error),
);

process.stdout.write(
  `\n  Ready.  ${config.baseUrl}\n  Published apps live on ${config.publishOrigin}\n` +
    `  Data: ${config.databaseUrl === null ? config.dataDir : 'PostgreSQL'}\n\n`,
);

let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    // A second signal while draining ends the process at once.
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(
      () => exit(new StartError('Something did not end in time; the process was stopped anyway.')),
      DEADLINE_MS,
    ).unref();
    server.close().then(
      () => process.exit(0),
      (error: unknown) => exit(error),
    );
  });
}

function orExit<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return exit(error);
  }
}

/** Ends the process with the sentence that a person can act on, and the stack only where nobody expected it. */
function exit(error: unknown): never {
  const expected = error instanceof ConfigError || error instanceof StartError || isAddressInUse(error);
  process.stderr.write(
    `\n  ${expected && error instanceof Error ? error.message : String((error as Error).stack)}\n\n`,
  );
  process.exit(1);
}

function isAddressInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
