import { FILE_LIMITS } from '@platform/api/files/file-limits.ts';
import { foldedPath, pathMistake } from '@platform/api/files/path-rule.ts';
import { unzipSync, zipSync, type Zippable } from 'fflate';
import { AML_PATH } from '#lib/agent/checks/aml-path.ts';
import { formatSize } from '#lib/ui/format-size.ts';
import { bytesOf, storedFrom } from '../files/file-body.ts';
import { crc32, readDirectory } from './directory.ts';

/** What an archive holds: an app's files as they are stored, and its data model; null when it has none. */
export interface ZipContent {
  readonly files: ReadonlyMap<string, string>;
  readonly aml: string | null;
}

/** What came out of an archive, with what was left out on purpose. */
export interface Unpacked extends ZipContent {
  /** Names of what other systems put in archives and no app needs. */
  readonly leftOut: readonly string[];
}

/** Why an archive is not taken, in sentences for the person who chose it. */
export class ZipRefusal extends Error {
  override readonly name = 'ZipRefusal';
}

/** A zip cannot say a time before 1980; a fixed one makes equal drafts equal archives. */
const TIME = new Date(2020, 0, 1);
/** Shown of a list of mistakes; the rest is counted. */
const SHOWN = 5;

/** Packs files and data model; nothing is added, so that unpacking gives back exactly this. */
export function packZip({ files, aml }: ZipContent): Uint8Array<ArrayBuffer> {
  const entries: Zippable = {};
  for (const [path, content] of files) entries[path] = [bytesOf(content), { mtime: TIME, level: 6 }];
  if (aml !== null && aml !== '')
    entries[AML_PATH] = [new TextEncoder().encode(aml), { mtime: TIME, level: 6 }];
  return new Uint8Array(zipSync(entries));
}

/**
 * Unpacks an archive within the limits of an app: sizes are checked before anything is unpacked, paths by the server's
 * rule, bytes by their check sum. A folder around everything is taken off when the entry page is in it.
 * @throws ZipRefusal
 */
export function unpackZip(zip: Uint8Array): Unpacked {
  const directory = readDirectory(zip);
  if (directory === null) throw new ZipRefusal('This is no zip file, or it is cut off.');
  const leftOut: string[] = [];
  const wanted: { readonly name: string; readonly crc: number; readonly size: number }[] = [];
  let at = 0;
  let total = 0;
  const unpacked = inflate(zip, ({ name, originalSize }) => {
    const entry = directory[at];
    at += 1;
    if (entry === undefined) throw new ZipRefusal('The zip is damaged: its list of files is wrong.');
    if (name.endsWith('/')) return false;
    if (isClutter(name)) {
      leftOut.push(name);
      return false;
    }
    if (entry.encrypted) throw new ZipRefusal('The zip is protected with a password. Make one without.');
    total += originalSize;
    if (originalSize > FILE_LIMITS.fileBytes)
      throw new ZipRefusal(
        `${name} has ${formatSize(originalSize)}; a file may have ${formatSize(FILE_LIMITS.fileBytes)} at most.`,
      );
    if (total > FILE_LIMITS.appBytes)
      throw new ZipRefusal(
        `The files have more than ${formatSize(FILE_LIMITS.appBytes)} together, which is what an app may have.`,
      );
    wanted.push({ name, crc: entry.crc, size: originalSize });
    if (wanted.length > FILE_LIMITS.appFiles + 1)
      throw new ZipRefusal(
        `The zip has more than ${FILE_LIMITS.appFiles.toLocaleString('en')} files, which is what an app may have.`,
      );
    return true;
  });
  const bodies = wanted.map(({ name, crc, size }) => {
    const body = unpacked[name];
    if (body === undefined || body.length !== size || crc32(body) !== crc)
      throw new ZipRefusal(`The zip is damaged: ${name} does not come out as it went in.`);
    return [name.normalize('NFC'), body] as const;
  });
  return { ...sorted(withoutOuterFolder(bodies)), leftOut };
}

/** Inflates what `take` wants; every entry has just the room that the archive claims, so a false claim gains nothing. */
function inflate(
  zip: Uint8Array,
  take: (entry: { readonly name: string; readonly originalSize: number }) => boolean,
): Readonly<Record<string, Uint8Array>> {
  try {
    return unzipSync(zip, { filter: take });
  } catch (error) {
    if (error instanceof ZipRefusal) throw error;
    throw new ZipRefusal('The zip is damaged, or packed in a way that browsers cannot read.', {
      cause: error,
    });
  }
}

type Bodies = readonly (readonly [path: string, body: Uint8Array])[];

function isClutter(name: string): boolean {
  return /(^|\/)(__MACOSX\/|\.git\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/.test(name);
}

function withoutOuterFolder(bodies: Bodies): Bodies {
  const [outer = ''] = (bodies[0]?.[0] ?? '').split('/');
  const prefix = `${outer}/`;
  const around = bodies.every(([path]) => path.startsWith(prefix));
  const page = bodies.some(([path]) => path === `${prefix}index.html`);
  return around && page ? bodies.map(([path, body]) => [path.slice(prefix.length), body]) : bodies;
}

function sorted(bodies: Bodies): ZipContent {
  const files = new Map<string, string>();
  const folded = new Map<string, string>();
  const mistakes: string[] = [];
  let aml: string | null = null;
  for (const [path, body] of bodies) {
    const mistake = pathMistake(path);
    const twin = folded.get(foldedPath(path));
    folded.set(foldedPath(path), path);
    if (mistake !== null) mistakes.push(`“${path.slice(0, 100)}” ${mistake}.`);
    else if (twin !== undefined) mistakes.push(`“${twin}” and “${path}” differ only in case.`);
    else if (path === AML_PATH) aml = modelFrom(body);
    else files.set(path, storedFrom(body, path));
  }
  if (mistakes.length > 0) {
    const more = mistakes.length > SHOWN ? ` And ${mistakes.length - SHOWN} more.` : '';
    throw new ZipRefusal(`These names cannot be used: ${mistakes.slice(0, SHOWN).join(' ')}${more}`);
  }
  if (files.size === 0 && aml === null) throw new ZipRefusal('There are no files in this zip.');
  if (files.size > FILE_LIMITS.appFiles)
    throw new ZipRefusal(`An app may have ${FILE_LIMITS.appFiles.toLocaleString('en')} files at most.`);
  return { files, aml };
}

function modelFrom(body: Uint8Array): string {
  if (body.length > FILE_LIMITS.amlBytes)
    throw new ZipRefusal(
      `${AML_PATH} has more than ${formatSize(FILE_LIMITS.amlBytes)}, which is what a data model may have.`,
    );
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch (error) {
    throw new ZipRefusal(`${AML_PATH} is not text.`, { cause: error });
  }
}
