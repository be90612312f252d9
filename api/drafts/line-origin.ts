import type { Database } from '../db/database.ts';

/** Contents of one file that are looked at, newest first; a line older than all of them counts as the oldest one's. */
const MOST_CONTENTS = 300;
/** Contents that are read at once. */
const AT_ONCE = 20;
/** Characters of a file whose lines are followed. */
const LONGEST = 1_000_000;

/**
 * The revision that made a line: going back from `revision`, the first one from which on the file has always held that
 * line. Equal lines are told apart by how many of them there are, so a moved line keeps its origin.
 * @param line counts from 1
 * @returns its number; null when the revision has no such file or line
 */
export async function lineOrigin(
  { prisma }: Pick<Database, 'prisma'>,
  { draftId, revision, path, line }: { draftId: string; revision: number; path: string; line: number },
): Promise<number | null> {
  const rows = await prisma.draftRevisionFile.findMany({
    where: { draftId, path, number: { lte: revision } },
    orderBy: { number: 'desc' },
    select: { number: true, blobHash: true },
  });
  const runs = runsOf(rows, revision).slice(0, MOST_CONTENTS);
  let wanted: { readonly text: string; readonly nth: number } | null = null;
  let origin: number | null = null;
  for (let at = 0; at < runs.length; at += AT_ONCE) {
    const batch = runs.slice(at, at + AT_ONCE);
    const blobs = await prisma.blob.findMany({
      where: { hash: { in: batch.map(({ hash }) => hash) } },
      select: { hash: true, content: true },
    });
    const contents = new Map(blobs.map(({ hash, content }) => [hash, content]));
    for (const { hash, oldest } of batch) {
      const lines = (contents.get(hash) ?? '').slice(0, LONGEST).split(/\r?\n/);
      wanted ??= lineAt(lines, line);
      if (wanted === null || countOf(lines, wanted.text) < wanted.nth) return origin;
      origin = oldest;
    }
  }
  return origin;
}

interface Run {
  readonly hash: string;
  /** The first of the revisions in a row that have this content. */
  readonly oldest: number;
}

/** Revisions in a row with one content as one; ends where the file was not there. */
function runsOf(rows: readonly { number: number; blobHash: string }[], revision: number): readonly Run[] {
  const runs: Run[] = [];
  let expected = revision;
  for (const { number, blobHash } of rows) {
    if (number !== expected) break;
    expected -= 1;
    if (runs.at(-1)?.hash === blobHash) runs[runs.length - 1] = { hash: blobHash, oldest: number };
    else runs.push({ hash: blobHash, oldest: number });
  }
  return runs;
}

function lineAt(lines: readonly string[], line: number): { text: string; nth: number } | null {
  const text = lines[line - 1]?.trim();
  return text === undefined ? null : { text, nth: countOf(lines.slice(0, line), text) };
}

function countOf(lines: readonly string[], text: string): number {
  return lines.reduce((count, line) => (line.trim() === text ? count + 1 : count), 0);
}
