import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editText } from './edit-text.ts';

const entry = fc.record({ key: fc.string(), note: fc.string() }, { requiredKeys: ['key'] });
const list = fc.array(entry, { minLength: 1, maxLength: 5 });
const space = fc.constantFrom(0, 1, 2, '\t');

describe('an edit of the text is the edit of what it says', () => {
  it('an entry is taken out, however the text is written', () => {
    fc.assert(
      fc.property(list, space, fc.nat(), (fields, indent, number) => {
        const at = number % fields.length;
        const text = JSON.stringify({ title: 'A', fields, end: 1 }, null, indent);
        const after = editText(text, [{ path: ['fields', at], value: undefined }]);
        expect(JSON.parse(after)).toEqual({ title: 'A', fields: fields.toSpliced(at, 1), end: 1 });
      }),
    );
  });

  it('an entry is put in, changed, and loses a member', () => {
    fc.assert(
      fc.property(list, space, fc.nat(), entry, (fields, indent, number, given) => {
        const at = number % fields.length;
        const text = JSON.stringify({ fields }, null, indent);
        const told = (edit: Parameters<typeof editText>[1][number]): unknown =>
          JSON.parse(editText(text, [edit]));
        expect(told({ path: ['fields', at], value: given, insert: true })).toEqual({
          fields: fields.toSpliced(at, 0, given),
        });
        expect(told({ path: ['fields', at, 'key'], value: 'new' })).toEqual({
          fields: fields.with(at, { ...fields[at], key: 'new' }),
        });
        const rest = { key: fields[at]?.key ?? '' };
        expect(told({ path: ['fields', at, 'note'], value: undefined })).toEqual({
          fields: fields.with(at, rest),
        });
      }),
    );
  });
});
