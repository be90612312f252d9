import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** What the page's bridge has to know. */
export interface BridgeConfig {
  readonly appId: string;
  /** Absolute path of the site's root with a trailing slash. */
  readonly basePath: string;
  /** Origin that hears the reporter; only previews have one. */
  readonly reportTo?: string;
}

const SHIMS = compact(readSource('sandbox-shims.js'));
const PLATFORM = compact(readSource('platform.js'));
/** Only previews carry these; in the order in which they name each other. */
const REPORTER = [
  'inspect.js',
  'page-paths.js',
  'page-keeper.js',
  'page-facts.js',
  'page-picture.js',
  'picker.js',
  'network.js',
  'reporter.js',
]
  .map((name) => compact(readSource(name)))
  .join(' ');
/** Changes whenever a page would be served with another bridge; part of every page's ETag. */
export const BRIDGE_VERSION = createHash('sha256')
  .update(SHIMS)
  .update(PLATFORM)
  .update(REPORTER)
  .digest('hex')
  .slice(0, 16);

/**
 * The text of the script element that every HTML page is served with (spec 4.1). It is one line, so that the line
 * numbers in a page's errors stay true, and it removes its own element, so that the page's tree is as written.
 */
export function bridgeScript(config: BridgeConfig): string {
  // Before the bridge, so that the calls of the bridge are among the requests that the reporter tells of.
  const reporter = config.reportTo === undefined ? '' : `${REPORTER} installReporter(config);`;
  return `(()=>{'use strict';document.currentScript.remove();const config=${scriptJson(config)};${SHIMS} installSandboxShims();${reporter}${PLATFORM} installPlatform(config);})()`;
}

/** JSON that is safe inside a script element and inside a line of script (design 7). */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * A source file as one line: comments on lines of their own and indentation go, the rest is joined. Safe for our
 * sources because every statement ends in a semicolon or brace and no string spans lines; a test holds them to it.
 */
function compact(source: string): string {
  return (
    source
      .replace(/^\s*\/\*\*[\s\S]*?\*\/\s*$/gm, '')
      .replace(/\/\*\* @\w[^*]*\*\/ ?/g, '')
      .split('\n')
      .map((line) => line.trim())
      // All sources end up in one scope, so an import only tells the type checker where a name comes from.
      .filter((line) => line !== '' && !line.startsWith('//') && !/^import \{.*\} from '\.\//.test(line))
      .join(' ')
      .replace(/export (?=(async )?function )/g, '')
  );
}

function readSource(name: string): string {
  return readFileSync(new URL(`bridge/${name}`, import.meta.url), 'utf8');
}
