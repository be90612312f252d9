/**
 * One line about every word that the editor completes or explains, by how the word is written. The tables of
 * `docs/aml.md` say the same in the same words; a test holds them together.
 */
export const INFO: ReadonlyMap<string, string> = new Map([
  ['model', 'records of one kind: a table, and its part of the API'],
  ['enum', 'a fixed set of values that a field may have'],

  ['String', 'text'],
  ['Boolean', 'true, false'],
  ['Int', 'whole numbers of 32 bits'],
  ['BigInt', 'whole numbers of 64 bits'],
  ['Float', 'floating point numbers'],
  ['Decimal', 'exact numbers, 35 digits before and 30 behind the point'],
  ['DateTime', 'a moment, to the millisecond'],
  ['Json', 'any JSON'],

  ['@id', 'the primary key. A model without one gets id String @id @default(cuid())'],
  ['@unique', 'no two rows have the same value'],
  ['@default', 'the value of a record that is made without one: a literal, or a function of the next table'],
  ['@updatedAt', 'a DateTime set at every change'],
  ['@relation', 'the foreign key of a relation, and its name where there are several; see relations'],
  ['@was', "the field's earlier name: its data moves along"],
  ['@length', 'characters (Unicode code points), or items of a list. With names: @length(min: 1)'],
  ['@email', 'an e-mail address'],
  ['@url', 'an http or https address'],
  [
    '@regex',
    'matches a JavaScript pattern (flag u) somewhere; use ^ and $ for the whole text. Backslashes are doubled',
  ],
  ['@gt', 'greater than this'],
  ['@gte', 'this or greater'],
  ['@lt', 'less than this'],
  ['@lte', 'this or less'],
  ['@trim', 'removes white space at both ends'],
  ['@lower', 'makes lower case'],

  ['now()', 'the moment in which the record is made'],
  ['cuid()', 'a unique text of letters and digits'],
  ['uuid()', 'a unique text of 36 characters'],
  ['autoincrement()', 'the next number; never behind a ?'],

  ['@@id', 'a primary key of several fields'],
  ['@@unique', 'no two rows have the same values in all of these'],
  ['@@index', 'makes filters and orders by these fast'],
  ['@@allow', 'who may do what with the records; op and who are words of the next tables'],
  ['@@was', "the model's earlier name"],

  ['read', 'see records, one or many'],
  ['create', 'make a record'],
  ['update', 'change a record'],
  ['delete', 'remove a record'],
  ['anyone', 'every visitor'],
  ['owner', "the app's owner"],

  ['Cascade', 'they are deleted, or their key changes, as well'],
  ['Restrict', 'it is refused while there are any'],
  ['NoAction', 'it is refused while there are any, looked at when all is done'],
  ['SetNull', 'their key becomes null'],
  ['SetDefault', 'their key becomes its default'],
]);
