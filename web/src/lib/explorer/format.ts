import type { Example } from './example.ts';

/** From here on a whole number may not survive being read as JSON. */
const LONG_NUMBER = /\d{16}/;

/**
 * Both texts in the usual form. Comments stay, which printing the parsed document would lose.
 * @throws Error when the query cannot be read; variables that cannot are left as they are
 */
export async function formatted({ query, variables }: Example): Promise<Example> {
  // Loaded when first asked for: most visits never format.
  const [{ format }, language] = await Promise.all([
    import('prettier/standalone'),
    import('prettier/plugins/graphql'),
  ]);
  return {
    query: await format(query, { parser: 'graphql', plugins: [language], printWidth: 80 }),
    variables: formattedJson(variables),
  };
}

function formattedJson(text: string): string {
  if (LONG_NUMBER.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
