/** What one AML source may hold (design 5). Each limit is refused with a message that names it. */
export const LIMITS = {
  /** UTF-8 bytes of the whole text. */
  sourceBytes: 64 * 1024,
  models: 50,
  fieldsPerModel: 64,
  enums: 50,
  valuesPerEnum: 256,
  nameLength: 48,
  /** Brackets inside brackets in an attribute's arguments. */
  argumentDepth: 8,
  /** Levels of a Json default. */
  jsonDepth: 32,
  /** Reported mistakes; the last diagnostic then says how many more there are. */
  errors: 200,
  warnings: 100,
} as const;
