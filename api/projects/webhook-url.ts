const MOST_CHARACTERS = 2_000;

/**
 * The address of a webhook as it is kept. Which machines it may lead to is decided when it is called, since names
 * change where they point.
 */
export function readWebhookUrl(
  text: string,
): { readonly ok: true; readonly url: string } | { readonly ok: false; readonly problem: string } {
  const refuse = (problem: string) => ({ ok: false, problem }) as const;
  if (text.length > MOST_CHARACTERS) return refuse(`may have ${MOST_CHARACTERS} characters at most`);
  if (!URL.canParse(text)) return refuse('must be a whole address such as https://example.org/hook');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('must begin with https://');
  if (url.username !== '' || url.password !== '')
    return refuse('may hold no name and password: the signature tells who sends');
  url.hash = '';
  return { ok: true, url: url.href };
}
