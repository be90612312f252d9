type FieldKind = 'text' | 'email' | 'tel' | 'url' | 'number' | 'date';

/** A field that somebody wants to add: its label, its name in the model and in the form, and what it holds. */
export interface Field {
  readonly label: string;
  readonly name: string;
  readonly kind: FieldKind;
}

// A phone number and a postcode are no numbers: they begin with zeros, plus signs and letters.
const PHONE = /\b((tele|mobile|cell)?phone|tel|telefon|mobile|fax)\b/i;
const POSTCODE = /\b(zip(\s?code)?|post(al)?\s?code|plz)\b/i;

const KINDS: readonly (readonly [FieldKind, RegExp])[] = [
  ['email', /\be-?mail\b/i],
  ['tel', PHONE],
  ['text', POSTCODE],
  ['url', /\b(url|link|web\s?site|web\s?page|home\s?page)\b/i],
  ['date', /\b(date|day|birthday|deadline|due|when)\b/i],
  ['number', /\b(number|count|age|rating|stars|amount|price|quantity|how many)\b/i],
];

const AML: Readonly<Record<FieldKind, string>> = {
  text: 'String? @length(200) @trim',
  email: 'String? @email @length(254) @trim',
  tel: 'String? @length(40) @trim',
  url: 'String? @url @length(500) @trim',
  number: 'Float?',
  date: 'DateTime?',
};

const INPUT: Readonly<Record<FieldKind, string>> = {
  text: 'maxlength="200"',
  email: 'type="email" maxlength="254"',
  tel: 'type="tel" maxlength="40" autocomplete="tel"',
  url: 'type="url" maxlength="500"',
  number: 'type="number" step="any"',
  date: 'type="date"',
};

/** Makes a field of a label such as "Favourite food"; null when no name can be made of it. */
export function toField(label: string, kindWord = ''): Field | null {
  const words = label
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const name = words
    .map((word, i) =>
      i === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join('')
    .slice(0, 40);
  if (!/^[a-z]/.test(name)) return null;
  const misnamed = /^number$/i.test(kindWord) && (PHONE.test(label) || POSTCODE.test(label));
  const subject = misnamed ? label : kindWord || label;
  const kind = KINDS.find(([, pattern]) => pattern.test(subject))?.[0] ?? 'text';
  return { label: label.charAt(0).toUpperCase() + label.slice(1), name, kind };
}

/** Whether the model declares a field of this name, or one that differs in case only. */
export function declares(aml: string, name: string): boolean {
  return new RegExp(`^\\s+${name}\\s`, 'im').test(aml) || /^(id|projectid|createdat)$/i.test(name);
}

/** The AML with the field added to its first model, before `createdAt` where there is one; null when there is no model. */
export function addToAml(aml: string, field: Field): string | null {
  const line = `  ${field.name.padEnd(9)} ${AML[field.kind]}\n`;
  const model = /^model\s+\w+\s*\{[^\n]*\n/m.exec(aml);
  if (!model) return null;
  const begin = model.index + model[0].length;
  const end = aml.indexOf('\n}', begin - 1);
  const createdAt = /^\s+createdAt\b/m.exec(aml.slice(begin, end));
  const at = begin + (createdAt?.index ?? 0);
  return aml.slice(0, at) + line + aml.slice(at);
}

/** The markup of a field, as the apps of the demo write theirs. */
export function toMarkup(field: Field): string {
  const label = escapeHtml(field.label);
  return `<label>
          <span>${label} <small>(optional)</small></span>
          <input name="${field.name}" ${INPUT[field.kind]} data-detail="${label}" />
        </label>`;
}

/** Text for a place between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
