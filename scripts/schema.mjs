// Prints the platform's GraphQL schema to api/schema.graphql; with --check it only compares (exit 1 on drift).
import { readFileSync, writeFileSync } from 'node:fs';
import { printPlatformSchema } from '../api/graphql/print-schema.ts';

const file = new URL('../api/schema.graphql', import.meta.url);
const printed = printPlatformSchema();
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== printed) {
    console.error('api/schema.graphql is not what the code says. Run: npm run schema');
    process.exit(1);
  }
} else writeFileSync(file, printed);
