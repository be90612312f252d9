import { readdirSync, readFileSync } from 'node:fs';

export interface Sample {
  readonly file: string;
  readonly source: string;
}

/** Realistic schemas for tests: `prisma` are plain Prisma too, `aml` use what only AML has. */
export function readCorpus(folder: 'prisma' | 'aml'): Sample[] {
  const place = new URL(`./${folder}/`, import.meta.url);
  return readdirSync(place)
    .toSorted()
    .map((name) => ({ file: `${folder}/${name}`, source: readFileSync(new URL(name, place), 'utf8') }));
}
