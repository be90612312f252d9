// Writes the SQL of the next migration: the difference between the schema text kept with the last migration and
// prisma/schema.prisma. Usage: npm run migration -- <name>. Reads no database and no network.
// With --check it only says whether a migration is missing (exit 1), which `npm run check` asks.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import * as engineGlue from '@prisma/schema-engine-wasm/schema_engine_bg';

const migrations = new URL('../prisma/migrations/', import.meta.url);
const schemaPath = new URL('../prisma/schema.prisma', import.meta.url);
const NOTE = '// The schema that this migration leads to; the next one is computed from it.\n';

const names = readdirSync(migrations, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();
const last = names.at(-1);
const before = last ? readFileSync(new URL(`${last}/schema.prisma`, migrations), 'utf8') : null;
const after = readFileSync(schemaPath, 'utf8');
const sql = await difference(before, after);
const nothing = sql.trim() === '' || sql.includes('This is an empty migration');

if (process.argv.includes('--check')) {
  if (!nothing)
    fail(`prisma/schema.prisma has changes without a migration. Run: npm run migration -- <name>\n${sql}`);
  console.log('Migrations are complete.');
} else {
  const name = process.argv[2];
  if (!name || !/^[a-z0-9_]+$/.test(name)) fail('Usage: npm run migration -- <name_in_lower_snake_case>');
  if (nothing) fail('prisma/schema.prisma has no change since the last migration.');
  const folder = new URL(`${String(names.length + 1).padStart(4, '0')}_${name}/`, migrations);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('migration.sql', folder), sql);
  writeFileSync(new URL('schema.prisma', folder), NOTE + after);
  console.log(`Wrote ${folder.pathname}`);
}

/** SQL that leads from one schema text (null: nothing) to the other. */
async function difference(from, to) {
  const wasm = createRequire(import.meta.url)
    .resolve('@prisma/schema-engine-wasm')
    .replace('schema_engine.js', 'schema_engine_bg.wasm');
  const { instance } = await WebAssembly.instantiate(readFileSync(wasm), {
    './schema_engine_bg.js': engineGlue,
  });
  engineGlue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  const datamodel = (content) => ({ tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content }] });
  const engine = await engineGlue.SchemaEngine.new(
    { datamodels: [['schema.prisma', to]] },
    () => {},
    offlineAdapter(),
  );
  const result = await engine.diff({
    from: from === null ? { tag: 'empty' } : datamodel(from),
    to: datamodel(to),
    shadowDatabaseUrl: null,
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  return result.stdout ?? '';
}

/** The engine asks the server's version before it starts; the difference of two texts asks nothing else. */
function offlineAdapter() {
  const refuse = async () => {
    throw new Error('The difference of two schema texts needs no database.');
  };
  const version = async () => ({
    columnNames: ['exists', 'version', 'numeric_version'],
    columnTypes: [ColumnTypeEnum.Boolean, ColumnTypeEnum.Text, ColumnTypeEnum.Int32],
    rows: [[true, 'PostgreSQL 15.0', 150_000]],
  });
  const connection = {
    provider: 'postgres',
    adapterName: 'offline',
    getConnectionInfo: () => ({ schemaName: 'public', supportsRelationJoins: true }),
    queryRaw: version,
    executeRaw: refuse,
    executeScript: refuse,
    startTransaction: refuse,
    dispose: async () => {},
  };
  const connect = async () => connection;
  return bindMigrationAwareSqlAdapterFactory({
    provider: 'postgres',
    adapterName: 'offline',
    connect,
    connectToShadowDb: connect,
  });
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
