import { FILE_LIMITS } from '@platform/api/files/file-limits.ts';
import { formatSize } from '#lib/ui/format-size.ts';
import { Helper, HelperError } from '../worker/helper.ts';
import type { Unpacked, ZipContent } from './zip-file.ts';
import type { ZipAnswer, ZipRequest } from './zip-worker.ts';

/** Milliseconds for one archive; 24 MB take about one second. */
const PATIENCE = 30_000;
/** Bytes of an archive: what the limits of an app can come to when nothing in it gets smaller, and its lists. */
const LARGEST = FILE_LIMITS.appBytes + 4 * 1024 * 1024;

/** An archive of a draft. @throws HelperError */
export async function packed(content: ZipContent): Promise<Blob> {
  const bytes = (await asked({ kind: 'pack', content })) as Uint8Array<ArrayBuffer>;
  return new Blob([bytes], { type: 'application/zip' });
}

/** What is in an archive. @throws HelperError with a sentence for the person who chose it */
export async function unpacked(file: Blob): Promise<Unpacked> {
  if (file.size > LARGEST)
    throw new HelperError(
      'failed',
      `The zip has ${formatSize(file.size)}; ${formatSize(LARGEST)} is the most.`,
    );
  const zip = new Uint8Array(await file.arrayBuffer());
  return (await asked({ kind: 'unpack', zip })) as Unpacked;
}

async function asked(request: ZipRequest): Promise<ZipAnswer> {
  const helper = new Helper<ZipRequest, ZipAnswer>(
    () => new Worker(new URL('./zip-worker.ts', import.meta.url), { type: 'module' }),
  );
  try {
    return await helper.ask(request, PATIENCE);
  } finally {
    helper.end();
  }
}
