/**
 * Opens many small apps, one after the other, in a process that does nothing else, and tells what stayed in its heap:
 * `node --expose-gc many-spaces.ts '{"databaseUrl":…,"dataDir":…,"apps":300,"again":30}'`, with LIMIT_LIVE_SPACE_BYTES set
 * to what all of them may take.
 */
import { pino } from 'pino';
import { openDatabase } from '../../api/db/open.ts';
import { createDataPlane } from '../../api/data/plane.ts';
import { caller } from '../../api/data/testing/call.ts';

interface Task {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly apps: number;
  /** How many of them are asked once more at the end, all at once. */
  readonly again: number;
}

/** In MB, each after the garbage was collected. */
export interface ManySpaces {
  readonly start: number;
  /** Three times on the way: with a third of the apps opened, with two, with all. */
  readonly opened: readonly number[];
  /** After everything that was kept of them was given up. */
  readonly end: number;
  /** Answers that were not those of the app that was asked. */
  readonly wrong: readonly string[];
}

const { apps, again, ...database } = JSON.parse(process.argv[2] ?? '') as Task;
const log = pino({ level: 'silent' });
const db = await openDatabase({ ...database, log });
const plane = createDataPlane({ db });
const wrong: string[] = [];

/** Each app has a model of a name of its own, so that nothing of one is of use to another. */
function app(id: string) {
  const model = `Note_${id}`;
  const aml = `model ${model} {\n  id Int @id\n  text String @length(1, 80)\n  at DateTime @default(now())\n  @@allow(read, anyone)\n  @@allow(create, anyone)\n}`;
  const call = caller(plane, { id: `many-${id}`, aml });
  const expectText = (by: string, answer: object): void => {
    const text = JSON.stringify(answer);
    if (!text.includes(`"text of ${id}"`) || text.split('"text of').length !== 2)
      wrong.push(`${id} by ${by}: ${text.slice(0, 200)}`);
  };
  return {
    fill: () => call.insert({ id: 1, text: `text of ${id}` }),
    async ask() {
      const list = `note_${id}s`;
      const [rows, page] = await Promise.all([
        call.query({ select: ['text'] }),
        call.send('_graphql', 'POST', '', { query: `{ ${list} { nodes { text } } }` }),
      ]);
      expectText('REST', rows.body);
      expectText('GraphQL', page.body);
    },
  };
}

async function heapMb(): Promise<number> {
  for (let i = 0; i < 4; i += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

async function open(name: string): Promise<void> {
  await app(name).fill();
  await app(name).ask();
}

for (let i = 0; i < 20; i += 1) await open(`w${i}`);
for (let i = 0; i < 20; i += 1) await plane.forget(`many-w${i}`);
const start = await heapMb();
const opened: number[] = [];
for (let i = 0; i < apps; i += 1) {
  await open(`a${i}`);
  if ((i + 1) % Math.floor(apps / 3) === 0) opened.push(await heapMb());
}
// From the first on, so that each of them has to come back, while others have to go.
await Promise.all(Array.from({ length: again }, (_, i) => app(`a${i}`).ask()));
for (let i = 0; i < apps; i += 1) await plane.forget(`many-a${i}`);
const found: ManySpaces = { start, opened, end: await heapMb(), wrong };
process.stdout.write(JSON.stringify(found));
await plane.close();
await db.close();
