/**
 * Why a text cannot be stored in Postgres without loss; null when it can. A NUL character is refused by the server,
 * half of a surrogate pair would be replaced.
 */
export function unstorableText(text: string): string | null {
  if (text.includes('\0')) return 'must not contain a NUL character';
  return text.isWellFormed() ? null : 'contains half of a character (an unpaired surrogate)';
}
