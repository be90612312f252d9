// Checks a Studio page against the protocol (docs/studio.md, "Conformance").
// node test/studio/conformance/main.ts URL [options]
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { help, readCommand } from './command-line.ts';
import { linesOf, reportOf, summaryOf } from './report.ts';
import { runConformance } from './run.ts';
import { CannotRun } from './session.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  try {
    const command = readCommand(args);
    if (command === null) {
      process.stdout.write(help());
      return 0;
    }
    const { url, rules, json, port } = command;
    const say = (text: string): boolean =>
      (json === '-' ? process.stderr : process.stdout).write(`${text}\n`);
    const started = new Date();
    const told = (outcome: Parameters<typeof linesOf>[0]): void => void say(linesOf(outcome));
    const report = reportOf(url, started, await runConformance(url, { rules, port, told }));
    say(summaryOf(report));
    if (json !== null) write(json, `${JSON.stringify(report, null, 2)}\n`);
    return report.failed === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(
      error instanceof CannotRun ? `${error.message}\n` : `The runner failed: ${String(error)}\n`,
    );
    return 2;
  }
}

/** npm runs us in the project's folder; a relative name is meant from where the person is. */
function write(file: string, text: string): void {
  if (file === '-') process.stdout.write(text);
  else writeFileSync(resolve(process.env['INIT_CWD'] ?? '.', file), text);
}
