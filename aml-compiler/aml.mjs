#!/usr/bin/env node
// `aml` on whatever Node starts it (20 or later): TypeScript needs the Node that the project brings along.
import { fileURLToPath } from 'node:url';
import { hand } from '../scripts/lib/node24.mjs';

const cli = fileURLToPath(new URL('cli.ts', import.meta.url));
try {
  process.exitCode = await hand([cli, ...process.argv.slice(2)], { folder: process.cwd() });
} catch (error) {
  console.error(`aml: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}
