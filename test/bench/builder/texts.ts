/** Texts of a size, as people and models write them. */

/** A file of some lines in each language of the editor. */
export const FILES_OF = {
  'big.html': (lines: number) =>
    page(
      lines,
      (index) => `  <p class="row r${index}">Row <b>${index}</b> &amp; <a href="#r${index}">more</a></p>`,
    ),
  'big.css': (lines: number) =>
    repeated(lines, (index) => `.row-${index} { color: #${hex(index)}; margin: ${index % 9}px auto }`),
  'big.js': (lines: number) =>
    repeated(
      lines,
      (index) => `export const value${index} = compute(${index}, 'text', [1, 2, ${index}]); // line`,
    ),
  'big.json': (lines: number) =>
    [
      '{',
      ...rows(lines - 3, (index) => `  "key${index}": { "name": "Row", "values": [1, 2, ${index}] },`),
      '  "end": null',
      '}',
    ].join('\n'),
  'big.md': (lines: number) =>
    repeated(lines, (index) =>
      index % 20 === 0 ? `## Section ${index}\n` : `- a point with **bold** and \`code\` ${index}`,
    ),
  'model.aml': (lines: number) => model(lines),
} as const;

function rows(count: number, line: (index: number) => string): readonly string[] {
  return Array.from({ length: count }, (_, index) => line(index));
}

function repeated(count: number, line: (index: number) => string): string {
  return `${rows(count, line).join('\n')}\n`;
}

function page(lines: number, line: (index: number) => string): string {
  return `<!doctype html>\n<html>\n<body>\n${repeated(lines - 5, line)}</body>\n</html>\n`;
}

/** Models of 18 fields each; the language takes 64 KB at most, so lines are short. */
function model(lines: number): string {
  const models = Math.floor(lines / 20);
  return `${rows(models, (at) => `model M${at} {\n${rows(18, (index) => ` f${index} Int`).join('\n')}\n}\n`).join('')}`;
}

function hex(index: number): string {
  return ((index * 2_654_435) % 0xffffff).toString(16).padStart(6, '0');
}

/** Words, lists and code in the proportion that models write them. */
export function longAnswer(characters: number): string {
  const section = (at: number): string =>
    [
      `## Section ${at}`,
      'A paragraph of **some** words with `code` in it, long enough to wrap twice in the narrow column of the chat.',
      '- one point\n- another point\n  1. with a list\n  2. in it\n- a third one with a [link](https://example.org/)',
      `\`\`\`js\n${'const value = compute(input);\n'.repeat(40)}\`\`\``,
      '| a | b |\n| - | - |\n| 1 | 2 |',
    ].join('\n\n');
  let text = '';
  for (let at = 0; text.length < characters; at += 1) text += `${section(at)}\n\n`;
  return text;
}
