#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { check } from './cli/check.ts';
import type { Command, Surroundings } from './cli/command.ts';
import { UsageError } from './cli/command.ts';
import { diff } from './cli/diff.ts';
import { emit } from './cli/emit.ts';
import { fmt } from './cli/fmt.ts';

const USAGE = `Usage: aml check [--json] FILE...
       aml fmt [--check] FILE...
       aml diff [--json] OLD NEW
       aml emit [--as owner|anyone] --out DIR FILE

check  prints FILE:LINE:COL severity code message, or with --json [{ file, ok, diagnostics }].
fmt    lays files out in place and names those that changed; with --check it only names them.
diff   says what becomes of the data when an app with the model OLD is published with NEW.
emit   writes Prisma models, SQL, GraphQL SDL, Pothos types, a typed client, JSON Schema and OpenAPI;
       --as tells whose rights the GraphQL schema shows (owner, unless said otherwise).

\`-\` reads standard input. Exit code 0 when all is right (warnings allowed), 1 with errors in a file
or when fmt --check names one, 2 for wrong usage.
`;

const COMMANDS: Readonly<Record<string, Command>> = { check, fmt, diff, emit };

/** Runs the command line and returns its exit code: 0, 1 with errors in a file, 2 for wrong usage (design 5). */
export async function main(args: readonly string[], surroundings: Surroundings): Promise<0 | 1 | 2> {
  try {
    return await run(args, surroundings);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    surroundings.err(`aml: ${error.message}\n\n${USAGE}`);
    return 2;
  }
}

async function run(args: readonly string[], surroundings: Surroundings): Promise<0 | 1> {
  const { values, positionals } = parse(args);
  if (values.help === true) {
    surroundings.out(USAGE);
    return 0;
  }
  const [name, ...files] = positionals;
  if (name === undefined) throw new UsageError('no command.');
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) throw new UsageError(`there is no command "${name}".`);
  for (const option of ['json', 'check', 'out', 'as'] as const)
    if (values[option] !== undefined && !command.options.includes(option))
      throw new UsageError(`${name} takes no --${option}.`);
  if (files.filter((file) => file === '-').length > 1)
    throw new UsageError('standard input can be read once.');
  const { json = false, check: isCheck = false, out = null, as = 'owner' } = values;
  return command.run(files, { json, check: isCheck, out, as }, surroundings);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        json: { type: 'boolean' },
        check: { type: 'boolean' },
        out: { type: 'string' },
        as: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

// npm starts a bin through a link, so the real paths are compared.
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  process.exitCode = await main(process.argv.slice(2), {
    readInput: () => text(process.stdin),
    out: (part) => process.stdout.write(part),
    err: (part) => process.stderr.write(part),
  });
}
