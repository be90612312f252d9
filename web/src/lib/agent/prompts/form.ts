/** What a form is, for the agent. */
export const FORM = `The document is a form: a title, an optional description, and fields that people answer.
- "key" names the column that answers are kept in. The keys of fields that are there stay as they are, whatever their labels become; new ones are unique.
- "options" stand only in fields of the types choice and multi, "range" only in number and rating.
- People may already be answering this form. Removing a field hides its answers from view but keeps them; say so when you remove one. Changing the type of a field needs a new field with a new key.`;
