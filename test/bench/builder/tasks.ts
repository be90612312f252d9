import type { Browser, Page } from 'playwright-core';

/** One task of the page's main thread; milliseconds. */
export interface Task {
  readonly at: number;
  /** By the clock: what a person waits, other processes included. */
  readonly wall: number;
  /** What the thread itself worked. */
  readonly cpu: number;
  /** Where the time went, most first: names of functions with their own time, when it was profiled. */
  readonly where: readonly string[];
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly id?: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'];
const BEGIN = 'bench begins';
const PROFILER = ['v8', 'disabled-by-default-v8.cpu_profiler'];
/** With PROFILE set, long tasks are told with the functions that took their time (build with `vite build --minify false`). */
const profiling = process.env['PROFILE'] !== undefined;

export interface Watched {
  readonly tasks: readonly Task[];
  /** Processor milliseconds that one and the same piece of work took on this machine at this moment. */
  readonly yardstick: number;
}

/** The tasks of a page's main thread while something happens, by Chromium's own trace. */
export async function tasksWhile(browser: Browser, page: Page, work: () => Promise<void>): Promise<Watched> {
  await browser.startTracing(page, { categories: profiling ? [...CATEGORIES, ...PROFILER] : CATEGORIES });
  let trace: Buffer;
  try {
    await page.evaluate(fixedWork);
    // The profiler's own start is no work of the page: what comes before the mark is left out.
    await page.evaluate((mark) => void performance.mark(mark), BEGIN);
    await work();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  return tasksOf(traceEvents, new URL(page.url()).origin);
}

/** Objects, strings and sorting, like the work of a page: caches that others use slow it down as they slow a page. */
function fixedWork(): number {
  const texts: string[] = [];
  for (let index = 0; index < 20_000; index += 1)
    texts.push(JSON.stringify({ id: (index * 7_919) % 20_011, text: `line ${index}` }));
  const read = texts.map((text) => JSON.parse(text) as { readonly id: number });
  return read.sort((a, b) => a.id - b.id).length;
}

function tasksOf(events: readonly TraceEvent[], origin: string): Watched {
  const pid = processOf(events, origin);
  const main = events.find(
    (event) => event.pid === pid && event.name === 'thread_name' && event.args['name'] === 'CrRendererMain',
  );
  const own = events.filter((event) => event.pid === pid && event.tid === main?.tid);
  const begin = own.find(({ name }) => name === BEGIN)?.ts ?? 0;
  const samples = profiling ? samplesOf(events.filter((event) => event.pid === pid)) : [];
  const run = own.filter(({ name, ph }) => name === 'RunTask' && ph === 'X');
  const tasks = run
    .filter(({ ts }) => ts > begin)
    .map(({ ts, dur = 0, tdur = 0 }) => ({
      at: ts / 1_000,
      wall: dur / 1_000,
      cpu: tdur / 1_000,
      where: !profiling || dur < 30_000 ? [] : whereOf(samples, own, ts, ts + dur),
    }));
  if (profiling) console.warn(`In all:\n    ${whereOf(samples, own, begin, Infinity).join('\n    ')}`);
  const before = run.filter(({ ts }) => ts < begin).map(({ tdur = 0 }) => tdur / 1_000);
  return { tasks, yardstick: Math.max(0, ...before) };
}

/** The process that the page itself runs in; frames of other sites have theirs. */
function processOf(events: readonly TraceEvent[], origin: string): number {
  type Frame = { readonly url: string; readonly processId?: number; readonly parent?: string };
  let found = 0;
  for (const { name, args } of events) {
    const data = (args['data'] ?? {}) as Frame & { readonly frames?: readonly Frame[] };
    const frames =
      name === 'TracingStartedInBrowser'
        ? (data.frames ?? [])
        : name === 'FrameCommittedInBrowser'
          ? [data]
          : [];
    for (const { url, processId, parent } of frames)
      if (parent === undefined && url.startsWith(origin) && processId !== undefined) found = processId;
  }
  if (found === 0) throw new Error('The trace names no process of the page.');
  return found;
}

interface Sample {
  readonly ts: number;
  readonly spent: number;
  readonly name: string;
}

/** The profiler's samples with the function at the top of the stack. */
function samplesOf(events: readonly TraceEvent[]): readonly Sample[] {
  interface Chunk {
    readonly cpuProfile?: {
      readonly nodes?: readonly {
        readonly id: number;
        readonly callFrame: {
          readonly functionName: string;
          readonly url?: string;
          readonly lineNumber?: number;
        };
      }[];
      readonly samples?: readonly number[];
    };
    readonly timeDeltas?: readonly number[];
    readonly startTime?: number;
  }
  const found: Sample[] = [];
  const clocks = new Map<string, number>();
  const names = new Map<string, string>();
  for (const { name, args, id = '', ts } of events) {
    const data = (args['data'] ?? {}) as Chunk;
    if (name === 'Profile') clocks.set(id, data.startTime ?? ts);
    if (name !== 'ProfileChunk') continue;
    for (const node of data.cpuProfile?.nodes ?? []) {
      const { functionName, url = '', lineNumber = 0 } = node.callFrame;
      names.set(
        `${id}:${node.id}`,
        `${functionName || '(anonymous)'} ${url.split('/').at(-1)}:${lineNumber}`,
      );
    }
    (data.cpuProfile?.samples ?? []).forEach((sample, index) => {
      const spent = data.timeDeltas?.[index] ?? 0;
      const now = (clocks.get(id) ?? 0) + spent;
      clocks.set(id, now);
      found.push({ ts: now, spent, name: names.get(`${id}:${sample}`) ?? '?' });
    });
  }
  return found;
}

const OWN_WORK = new Set([
  'Layout',
  'UpdateLayoutTree',
  'Paint',
  'PrePaint',
  'Layerize',
  'Commit',
  'MinorGC',
  'MajorGC',
  'EvaluateScript',
  'v8.compile',
  'ParseHTML',
  'HitTest',
  'V8.GC_SCAVENGER',
]);

function whereOf(
  samples: readonly Sample[],
  events: readonly TraceEvent[],
  from: number,
  to: number,
): readonly string[] {
  const spent = new Map<string, number>();
  const add = (name: string, micros: number): void => void spent.set(name, (spent.get(name) ?? 0) + micros);
  for (const sample of samples) if (sample.ts > from && sample.ts <= to) add(sample.name, sample.spent);
  for (const { name, ph, ts, dur = 0 } of events)
    if (ph === 'X' && OWN_WORK.has(name) && ts >= from && ts < to) add(`[${name}]`, dur);
  return [...spent]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 25)
    .map(([name, micros]) => `${(micros / 1_000).toFixed(1)} ${name}`);
}
