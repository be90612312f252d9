import { AML_PATH } from '#lib/agent/checks/aml-path.ts';
import type { CheckedDraft } from '#lib/agent/checks/draft.ts';
import { isText } from '../files/file-body.ts';

/** Files that are read for their language; others only for the ids that they name. */
const READ = /\.(?:m?js|html?|css|json)$/i;
/** Stands for a binary file: of it the checks only ask whether it is there. */
const BINARY = 'data:,';

/** What the checks need of a draft: pictures and the like never go to a worker. */
export function checkedTexts({ files, aml }: CheckedDraft): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [path, text] of files) {
    const binary = READ.test(path) ? !isText(text) : text.startsWith('data:');
    texts.set(path, binary ? BINARY : text);
  }
  return texts.set(AML_PATH, aml);
}
