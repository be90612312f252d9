/** Tools that may change what a turn works on. */
export const WRITING_TOOLS: ReadonlySet<string> = new Set([
  'write_file',
  'edit_file',
  'delete_file',
  'write_aml',
  'market_fork',
  'studio_set_document',
  'studio_apply_edit',
  'studio_invoke',
  'studio_set_renderer',
]);
