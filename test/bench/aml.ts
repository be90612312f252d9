import { Console } from 'node:console';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { amlParser } from '../../aml-compiler/editor/parser.ts';
import { format } from '../../aml-compiler/format/format.ts';
import { EMITTERS } from '../../aml-compiler/emit/all.ts';
import { compile } from '../../aml-compiler/index.ts';
import type { Ir } from '../../aml-compiler/index.ts';

/** Times the compiler on a typical app and on the largest text that it takes: `node test/bench/aml.ts`. */
const screen = new Console(process.stdout);
const WARM_UP_MS = 1_000;
const MEASURE_MS = 2_000;

const typical = readFileSync(
  new URL('../../aml-compiler/corpus/prisma/shop.prisma', import.meta.url),
  'utf8',
);

/** 50 models of one shape, filled up with as many fields as 64 KB hold. */
function largest(): string {
  const field = (number: number): string =>
    `  field${number} String @trim @length(1, 80) @default("text ${number}") // what it is for\n`;
  const model = (number: number, fields: number): string =>
    `model Model${number} {\n  id String @id @default(cuid())\n${Array.from({ length: fields }, (_, at) => field(at)).join('')}` +
    `  next Model${number}? @relation("Chain${number}", fields: [nextId], references: [id])\n  nextId String?\n` +
    `  before Model${number}[] @relation("Chain${number}")\n  @@index([nextId, field0(sort: Desc)])\n}\n`;
  for (let fields = 59; ; fields--) {
    const text = Array.from({ length: 50 }, (_, at) => model(at, fields)).join('\n');
    if (text.length <= 64 * 1024) return text.padEnd(64 * 1024, ' ');
  }
}

interface Timing {
  readonly ms: number;
  /** Processor time of one call, garbage collection included: what a busy machine does not change much. */
  readonly cpu: number;
  readonly runs: number;
}

/** Median time of one call in ms, after the code is warm. */
function median(run: () => unknown): Timing {
  const until = (ms: number): number[] => {
    const times: number[] = [];
    for (const start = performance.now(); performance.now() - start < ms;) {
      const from = performance.now();
      run();
      times.push(performance.now() - from);
    }
    return times.toSorted((a, b) => a - b);
  };
  until(WARM_UP_MS);
  const before = process.cpuUsage();
  const times = until(MEASURE_MS);
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system) / 1000 / times.length;
  return { ms: times[Math.floor(times.length / 2)] ?? Number.NaN, cpu, runs: times.length };
}

function irOf(source: string): Ir {
  const { ir, diagnostics } = compile(source);
  if (ir === null) throw new Error(`A source of the benchmark has errors: ${JSON.stringify(diagnostics[0])}`);
  return ir;
}

const options = { name: 'bench', caller: 'owner' } as const;
const sources = [
  ['typical', typical],
  ['largest', largest()],
] as const;
screen.table(
  sources.flatMap(([name, source]) => {
    const ir = irOf(source);
    const size = `${(source.length / 1024).toFixed(1)} KB, ${ir.models.length} models, ${ir.models.reduce((sum, model) => sum + model.fields.length, 0)} fields`;
    const broken = source.replaceAll(' String', ' Strng');
    const tasks: readonly (readonly [string, () => unknown])[] = [
      ['compile', () => compile(source)],
      ['compile, every type wrong', () => compile(broken)],
      ['format', () => format(source)],
      ["the editor's tree, at each key", () => amlParser.parse(source)],
      ['emit all', () => EMITTERS.map(({ emit }) => emit(ir, options))],
    ];
    return tasks.map(([task, run]) => {
      const { ms, cpu, runs } = median(run);
      const rounded = { 'median ms': Number(ms.toFixed(3)), 'CPU ms': Number(cpu.toFixed(3)) };
      return { source: name, size, task, ...rounded, runs };
    });
  }),
);
screen.table([{ node: process.version, cores: availableParallelism() }]);
