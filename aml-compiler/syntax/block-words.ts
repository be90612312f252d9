/** What opens a block. */
export const BLOCKS = ['model', 'enum'] as const;
/** Written by habit, accepted with a warning (design 5). */
export const IGNORED_BLOCKS = ['datasource', 'generator'] as const;
export const BLOCK_WORDS: readonly string[] = [...BLOCKS, ...IGNORED_BLOCKS];
