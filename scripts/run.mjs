// The one entry of `npm start`, `npm test` and the others. It runs on the Node that is there (20 or later), puts
// everything in place that the task needs, and hands over to the Node that the project brings along.
import { prepareDependencies } from './lib/dependencies.mjs';
import { TASKS } from './lib/tasks.mjs';

const [name = '', ...args] = process.argv.slice(2);
const task = TASKS[name];
if (!task) {
  console.error(`Usage: node scripts/run.mjs <${Object.keys(TASKS).join('|')}>`);
  process.exit(2);
}
try {
  prepareDependencies();
  process.exitCode = await task(args);
} catch (error) {
  console.error(`\n  ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
