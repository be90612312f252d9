import { say, type Move } from './move.ts';
import { IDENTITY, REAL_MODEL } from './phrases.ts';

const REPORT = /^The (?:preview reports errors|checks still find problems)\. Please fix them:/i;
const BLANK = /^The preview stays blank\b/i;
const ASKED = /\b(?:fix|repair|debug|broken|bugs?|do(?:es)?(?:n['’]t| not) work|not working)\b/i;
const PLACE = /([\w./-]+\.(?:m?js|css|html|aml|json|svg)):(\d+)/gi;
const MOST_LINES = 10;
const LINE_CHARACTERS = 400;

const BACK =
  'Or open History and restore the last version that worked; a restore makes a new version, so nothing is lost.';

/** Whether a text is a report of errors that the builder sends for "Fix it". Its words are the errors' own. */
export function isErrorReport(text: string): boolean {
  return REPORT.test(text) || BLANK.test(text);
}

/** Whether a text asks in free words to repair something. */
export function asksForRepair(text: string): boolean {
  return ASKED.test(text);
}

/** What a script can honestly say to "fix it": which error, where it is, and the way back. */
export function fixMove(text: string): Move {
  const cannot = `${IDENTITY} A script cannot repair code that it did not write.`;
  if (BLANK.test(text)) {
    return say(
      `${cannot} What was reported: the preview stays blank, without an error, so there is no line to point to. Look in the editor whether index.html has something to show and loads its script. ${BACK} ${REAL_MODEL}`,
    );
  }
  const lines = REPORT.test(text) ? errorLines(text) : [];
  if (lines.length === 0) {
    return say(
      `${cannot} The preview and the checks name the file and the line of an error; open it there in the editor. ${BACK} ${REAL_MODEL}`,
    );
  }
  const shown = lines.slice(0, MOST_LINES).map((line) => `- ${line}`);
  const more = lines.length > MOST_LINES ? `\n- and ${lines.length - MOST_LINES} more` : '';
  return say(
    `${cannot} What was reported:\n\n${shown.join('\n')}${more}\n\n${whereTo(lines)} ${BACK} ${REAL_MODEL}`,
  );
}

function errorLines(text: string): readonly string[] {
  return text
    .split('\n')
    .slice(1)
    .map((line) => line.replace(/^\s*-\s*/, '').trim())
    .filter(Boolean)
    .map((line) => (line.length > LINE_CHARACTERS ? `${line.slice(0, LINE_CHARACTERS)}…` : line));
}

function whereTo(lines: readonly string[]): string {
  const places = lines.flatMap((line) =>
    [...line.matchAll(PLACE)].slice(0, 1).map(([, file, at]) => `${file ?? ''}, line ${at ?? ''}`),
  );
  if (places.length === 0) return 'No line is named, so look in the editor at what changed last.';
  return `You can mend it by hand in the editor: ${[...new Set(places)].slice(0, 3).join('; ')}.`;
}
