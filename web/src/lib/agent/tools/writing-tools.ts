/** Tools that may save a revision of the draft. */
export const WRITING_TOOLS: ReadonlySet<string> = new Set([
  'write_file',
  'edit_file',
  'delete_file',
  'write_aml',
  'market_fork',
]);
