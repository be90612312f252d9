import { compile } from '@platform/aml-compiler';
import { expect, it } from 'vitest';
import type { HealthNote } from './notes.ts';
import { healthNotes } from './notes.ts';
import { looksPersonal } from './personal-words.ts';

function notes(aml: string, counts: Readonly<Record<string, number>> = {}): readonly HealthNote[] {
  const { ir, diagnostics } = compile(aml);
  if (!ir) throw new Error(JSON.stringify(diagnostics));
  return healthNotes(ir, new Map(Object.entries(counts)));
}
const codes = (aml: string, counts?: Readonly<Record<string, number>>) =>
  notes(aml, counts).map(({ code, model, fields }) => [code, model, ...fields]);

it('knows personal fields by their names in several languages, and leaves others alone', () => {
  const personal =
    'email e_mail contactEmail phoneNumber mobile homeAddress lastName birthday dateOfBirth dob emailadresse telefonnummer geburtsdatum straße téléphone apellidos indirizzo nascimento geboortedatum nazwisko iban';
  const plain =
    'name title text score mailbox_count createdAt street_art nameOfGame description tag hotel capital';
  expect(personal.split(' ').filter((name) => !looksPersonal(name))).toEqual([]);
  // A street is personal, street art is not, but names alone cannot tell: better one note too many.
  expect(plain.split(' ').filter(looksPersonal)).toEqual(['street_art']);
});

it('warns of public personal data and of rows that anyone may change, and says what to write', () => {
  const aml = `model Guest {
    id String @id @default(cuid())
    email String @email
    phone String? @length(0, 30)
    emailSent Boolean @default(false)
    createdAt DateTime @default(now())
    @@allow(update, anyone)
    @@allow(delete, anyone)
  }`;
  expect(notes(aml)).toEqual([
    {
      code: 'public_personal',
      severity: 'warning',
      model: 'Guest',
      fields: ['email', 'phone'],
      sentence: 'Anyone can read Guest, and email and phone look personal.',
      aml: '@@allow(read, owner)',
    },
    expect.objectContaining({ code: 'anyone_updates', aml: '@@allow(update, owner)' }),
    expect.objectContaining({ code: 'anyone_deletes', aml: '@@allow(delete, owner)' }),
  ]);
  const settled = aml
    .replace('(update, anyone)', '(read, owner)')
    .replace('(delete, anyone)', '(create, anyone)');
  expect(notes(settled)).toEqual([]);
});

it('warns of lists without an index only when there are many rows', () => {
  const aml = `enum Kind { A B }
  model Post {
    id String @id @default(cuid())
    slug String @length(1, 80)
    kind Kind @default(A)
    createdAt DateTime @default(now())
    @@allow(read, owner)
  }`;
  expect(codes(aml, { Post: 4_999 })).toEqual([]);
  expect(codes(aml, { Post: 5_000 })).toEqual([
    ['unindexed_order', 'Post', 'createdAt'],
    ['unindexed_lookup', 'Post', 'slug'],
    ['unindexed_lookup', 'Post', 'kind'],
  ]);
  const settled = aml.replace(
    '@@allow',
    '@@index([createdAt(sort: Desc)])\n@@index([kind])\n@@unique([slug])\n@@allow',
  );
  expect(codes(settled, { Post: 5_000 })).toEqual([]);
});

it('mentions unbounded texts, missing times and the usual rules', () => {
  expect(
    codes('model Note {\n  id Int @id @default(autoincrement())\n  text String\n  tag String?\n}'),
  ).toEqual([
    ['default_rules', 'Note'],
    ['unbounded_text', 'Note', 'text', 'tag'],
    ['no_created_at', 'Note'],
  ]);
  const [, unbounded] = notes('model Note {\n  text String\n  tag String?\n}');
  expect(unbounded?.aml).toBe('text String @length(1, 5000)\ntag String? @length(0, 200)');
});

it('proposes lines that the compiler takes', () => {
  const aml = 'model Guest {\n  email String\n  bio String?\n  @@allow(update, anyone)\n}';
  for (const note of notes(aml, { Guest: 10_000 })) {
    const changed = note.aml.split('\n').reduce((text, line) => {
      const [name = ''] = line.trim().split(' ');
      const kept = text
        .split('\n')
        .filter(
          (old) =>
            !old.trim().startsWith(name.startsWith('@@allow') ? (line.split(',')[0] ?? '') : `${name} `),
        );
      return kept.join('\n').replace(/\n\}$/, `\n  ${line}\n}`);
    }, aml);
    expect([note.code, compile(changed).diagnostics]).toEqual([note.code, []]);
  }
});
