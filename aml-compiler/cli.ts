#!/usr/bin/env node
import { readFileSync, realpathSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Compilation } from './compile.ts';
import { compile } from './compile.ts';

const USAGE = `Usage: aml check [--json] FILE...

Checks AML files; \`-\` reads standard input.
Prints FILE:LINE:COL severity code message, or with --json [{ file, ok, diagnostics }].
Exit code 0 when all files are right (warnings allowed), 1 with errors, 2 for wrong usage.
`;

/** What the command needs from its surroundings; tests give their own. */
export interface Surroundings {
  readonly readInput: () => Promise<string>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Runs the command line and returns its exit code: 0, 1 with errors in a file, 2 for wrong usage (design 5). */
export async function main(
  args: readonly string[],
  { readInput, out, err }: Surroundings,
): Promise<0 | 1 | 2> {
  const usage = (reason: string): 2 => {
    err(`aml: ${reason}\n\n${USAGE}`);
    return 2;
  };
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
  } catch (error) {
    return usage(error instanceof Error ? error.message : String(error));
  }
  if (parsed.values.help === true) {
    out(USAGE);
    return 0;
  }
  const [command, ...files] = parsed.positionals;
  if (command !== 'check')
    return usage(command === undefined ? 'no command.' : `there is no command "${command}".`);
  if (files.length === 0) return usage('no file to check.');

  const results: ({ readonly file: string } & Pick<Compilation, 'ok' | 'diagnostics'>)[] = [];
  for (const file of files) {
    let source: string;
    try {
      source = file === '-' ? await readInput() : readFileSync(file, 'utf8');
    } catch (error) {
      return usage(`cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
    }
    const { ok, diagnostics } = compile(source);
    results.push({ file, ok, diagnostics });
  }
  out(parsed.values.json === true ? `${JSON.stringify(results, null, 2)}\n` : results.map(human).join(''));
  return results.every(({ ok }) => ok) ? 0 : 1;
}

function human({ file, diagnostics }: { readonly file: string } & Pick<Compilation, 'diagnostics'>): string {
  return diagnostics
    .map(({ line, col, severity, code, message, hint }) => {
      const advice = hint === undefined ? '' : ` ${hint.replaceAll('\n', '\n    ')}`;
      return `${file}:${line}:${col} ${severity} ${code} ${message}${advice}\n`;
    })
    .join('');
}

// npm starts a bin through a link, so the real paths are compared.
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  process.exitCode = await main(process.argv.slice(2), {
    readInput: () => text(process.stdin),
    out: (part) => process.stdout.write(part),
    err: (part) => process.stderr.write(part),
  });
}
