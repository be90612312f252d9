import { prepareBrowser } from './browser.mjs';
import { hand, prepare, run, tool } from './node24.mjs';
import { whenChanged } from './stamp.mjs';
import { printTotals, TEST_REPORT } from './totals.mjs';

/** Every `npm run` task: takes the rest of the command line, answers with the exit code. */
export const TASKS = {
  start,
  dev,
  test,
  check,
  format,
  schema,
  migration,
  'studio:conformance': studioConformance,
};

async function start() {
  generateClient();
  buildPages();
  return hand(['api/main.ts']);
}

async function dev() {
  generateClient();
  generateDocuments();
  const BASE_URL = 'http://localhost:5173';
  const API_ORIGIN = `http://localhost:${process.env.PORT ?? 4000}`;
  const watch = ['--watch-path=api', '--watch-path=aml-compiler', '--watch-preserve-output'];
  const api = hand([...watch, 'api/main.ts'], { env: { BASE_URL, NODE_ENV: 'development' } });
  const vite = [tool('vite/bin/vite.js'), 'dev', '--port', '5173', '--strictPort'];
  const pages = hand(vite, { folder: 'web', env: { API_ORIGIN } });
  return Promise.race([api, pages]);
}

async function test(args) {
  generateClient();
  buildPages();
  const CHROMIUM_PATH = await prepareBrowser();
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${TEST_REPORT}`];
  const code = await hand([tool('vitest/vitest.mjs'), 'run', ...reporters, ...args], {
    env: { CHROMIUM_PATH },
  });
  return printTotals(code);
}

const PRETTIER_CACHE = ['--cache', '--cache-strategy=content', '--cache-location=.cache/prettier'];

async function check() {
  generateClient();
  generateDocuments();
  prepare('Preparing the front end', [tool('@sveltejs/kit/svelte-kit.js'), 'sync'], 'web');
  const tsc = tool('typescript/bin/tsc');
  const svelteCheck = tool('svelte-check/bin/svelte-check');
  const steps = [
    ['Types', [tsc, '--noEmit', '-p', 'tsconfig.json']],
    ['Types of the bridge', [tsc, '--noEmit', '-p', 'api/publish/bridge/tsconfig.json']],
    ['Types of the form page', [tsc, '--noEmit', '-p', 'api/content/form/page/client/tsconfig.json']],
    ['Types of the deck page', [tsc, '--noEmit', '-p', 'api/content/slides/page/client/tsconfig.json']],
    ['Types of the attacks', [tsc, '--noEmit', '-p', 'test/isolation/browser/page/tsconfig.json']],
    ['Types of the front end', [svelteCheck, '--workspace', 'web', '--fail-on-warnings']],
    ['Lint', [tool('oxlint/bin/oxlint'), '--deny-warnings']],
    ['Format', [tool('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', ...PRETTIER_CACHE, '.']],
    ['Schema', ['scripts/schema.mjs', '--check']],
    ['Content schemas', ['scripts/content-checks.mjs', '--check']],
    ['Pages of contents', ['scripts/content-pages.mjs', '--check']],
    ['SDK of the Studio', ['scripts/studio-sdk.mjs', '--check']],
    ['Migrations', ['scripts/migration.mjs', '--check']],
    ['Unused code', [tool('knip/bin/knip.js')]],
  ];
  let failed = 0;
  for (const [name, args] of steps) {
    try {
      run(name, args);
      console.log(`${name}: fine`);
    } catch (error) {
      failed += 1;
      console.error(error.message);
    }
  }
  return failed === 0 ? 0 : 1;
}

async function format() {
  run('Format', [tool('prettier/bin/prettier.cjs'), '--write', '--log-level=warn', '.']);
  return 0;
}

async function schema() {
  generateClient();
  run('Schema', ['scripts/schema.mjs']);
  return 0;
}

async function migration(args) {
  run('Migration', ['scripts/migration.mjs', ...args]);
  return 0;
}

/** Exit code 2 says that it could not run, in all of its parts. */
async function studioConformance(args) {
  try {
    const env = args.includes('--help') ? {} : { CHROMIUM_PATH: await prepareBrowser() };
    return await hand(['test/studio/conformance/main.ts', ...args], { env });
  } catch (error) {
    console.error(error.message);
    return 2;
  }
}

function generateClient() {
  whenChanged('client', ['prisma/schema.prisma', 'package-lock.json'], 'api/db/generated/client.ts', () =>
    prepare('Generating the database client', [tool('prisma/build/index.js'), 'generate', '--no-hints']),
  );
}

function generateDocuments() {
  const inputs = ['api/schema.graphql', 'codegen.ts', 'web/src', 'package-lock.json'];
  whenChanged('documents', inputs, 'web/src/lib/gql/graphql.ts', () =>
    prepare('Generating the typed GraphQL documents', [tool('@graphql-codegen/cli/esm/bin.js'), '--silent']),
  );
}

function buildPages() {
  generateDocuments();
  const inputs = [
    'web/src',
    'web/static',
    'web/vite.config.ts',
    'web/package.json',
    'aml-compiler',
    'api/publish',
    'package-lock.json',
  ];
  whenChanged('pages', inputs, 'web/build/handler.js', () =>
    prepare('Building the front end', [tool('vite/bin/vite.js'), 'build', '--logLevel', 'error'], 'web'),
  );
}
