import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './paths.mjs';

/** Generated from other inputs, so no input itself. */
const GENERATED = ['web/src/lib/gql'];

/**
 * Runs `work` when the inputs (files or folders) differ from those of its last success, or its output is missing.
 * The stamp is a hash of names and contents: a checkout that changes only times rebuilds nothing.
 */
export function whenChanged(name, inputs, output, work) {
  const file = join(ROOT, '.cache', `${name}.stamp`);
  const now = hashOf(inputs);
  if (existsSync(file) && readFileSync(file, 'utf8') === now && existsSync(join(ROOT, output))) return;
  work();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, now);
}

function hashOf(inputs) {
  const hash = createHash('sha256');
  for (const input of inputs)
    for (const path of filesUnder(input)) hash.update(path).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex');
}

function filesUnder(path) {
  const full = join(ROOT, path);
  if (!existsSync(full) || GENERATED.includes(path)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .filter((name) => name !== 'node_modules' && !name.startsWith('.'))
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}
