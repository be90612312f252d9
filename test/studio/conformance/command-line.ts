import { parseArgs } from 'node:util';
import { RULES } from './rules/all.ts';
import { CannotRun } from './session.ts';

export interface Command {
  readonly url: string;
  readonly rules: readonly string[];
  /** Where the report goes: a file, `-` for the standard output, or nowhere. */
  readonly json: string | null;
  readonly port: number;
}

const USAGE = `npm run studio:conformance -- URL [--rule ID]… [--json FILE] [--port N]

Opens the Studio page at URL in a browser, within a page of another origin, and checks it against the protocol.

  --rule ID    only this rule; may be given several times
  --json FILE  writes the report as JSON; - writes it to the standard output, and the lines to the standard error
  --port N     port of the page that embeds the Studio, http://localhost:N; any free one when it is left out
  --help       this, and the rules

A Studio hears only the origins that it was started with: EMBED_ORIGINS=http://localhost:N there, --port N here.
Exit code: 0 when nothing failed, 1 when a rule failed, 2 when it could not run.
`;

/** What `--help` says. */
export function help(): string {
  const widest = Math.max(...RULES.map(({ id }) => id.length));
  const lines = RULES.map(({ id, quote }) => `  ${id.padEnd(widest)}  ${quote.from}: ${quote.text}`);
  return `${USAGE}\n${RULES.length} rules:\n\n${lines.join('\n')}\n`;
}

/** @returns null when help is asked for @throws CannotRun when it cannot be understood */
export function readCommand(args: readonly string[]): Command | null {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const [url, ...more] = positionals;
  if (url === undefined || more.length > 0)
    throw new CannotRun('Give the address of one Studio page. --help says more.');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new CannotRun(
      `${JSON.stringify(url)} is no address of a page: it begins with http:// or https://.`,
    );
  const port = Number(values.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new CannotRun(`${JSON.stringify(values.port)} is no port.`);
  return { url, rules: values.rule ?? [], json: values.json ?? null, port };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        rule: { type: 'string', multiple: true },
        json: { type: 'string' },
        port: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new CannotRun(`${error instanceof Error ? error.message : String(error)}. --help says more.`);
  }
}
