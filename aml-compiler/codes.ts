/**
 * Every diagnostic code of the compiler with its severity: the one list that the checks, `docs/aml.md` and its
 * test share. Codes are stable: tools and agents match on them, so a code is never renamed or reused.
 */
export const CODES = {
  // The text as a whole
  source_too_large: 'error',
  not_aml: 'error',
  too_many_diagnostics: 'error',
  // Syntax
  unexpected_text: 'error',
  unclosed_string: 'error',
  unclosed_comment: 'error',
  unclosed_block: 'error',
  unclosed_bracket: 'error',
  wrong_quotes: 'error',
  bad_escape: 'error',
  bad_string: 'error',
  too_deep: 'error',
  unknown_block: 'error',
  missing_name: 'error',
  missing_brace: 'error',
  missing_type: 'error',
  list_syntax: 'error',
  unneeded_punctuation: 'warning',
  config_ignored: 'warning',
  // Names and limits
  invalid_name: 'error',
  reserved_name: 'error',
  duplicate_name: 'error',
  too_many_models: 'error',
  too_many_enums: 'error',
  too_many_fields: 'error',
  too_many_values: 'error',
  empty_model: 'error',
  empty_enum: 'error',
  // Types and attributes
  unknown_type: 'error',
  optional_list: 'error',
  unknown_attribute: 'error',
  duplicate_attribute: 'error',
  not_applicable: 'error',
  unknown_argument: 'error',
  missing_argument: 'error',
  bad_argument: 'error',
  attribute_ignored: 'warning',
  argument_ignored: 'warning',
  // Defaults and validators
  bad_default: 'error',
  unknown_function: 'error',
  unknown_value: 'error',
  default_breaks_rule: 'error',
  impossible_bounds: 'error',
  regex_invalid: 'error',
  regex_slow: 'error',
  // Keys
  id_not_marked: 'error',
  several_keys: 'error',
  optional_key: 'error',
  key_type: 'error',
  unknown_field: 'error',
  redundant_unique: 'warning',
  index_ignored: 'warning',
  scope_column: 'warning',
  // Relations
  missing_back_side: 'error',
  missing_foreign_key: 'error',
  foreign_key_on_both_sides: 'error',
  implicit_many_to_many: 'error',
  ambiguous_relation: 'error',
  relation_count: 'error',
  relation_type: 'error',
  relation_optionality: 'error',
  references_not_unique: 'error',
  back_side_required: 'error',
  action_impossible: 'error',
  one_to_one_unique: 'warning',
  // Rules and renames
  duplicate_rule: 'error',
  bad_was: 'error',
} as const satisfies Record<string, 'error' | 'warning'>;

export type Code = keyof typeof CODES;
