import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** A file for the page of a host, with what it imports, as one script that leaves its exports in `window[name]`. */
export async function bundle(file: string, name: string): Promise<string> {
  const made = await rolldown({
    input: fileURLToPath(new URL(file, import.meta.url)),
    logLevel: 'warn',
  });
  const { output } = await made.generate({ format: 'iife', name });
  await made.close();
  return output[0].code;
}
