/** A draft's rows are its own and never those of the app it publishes to (design 10). */
export function draftSpaceId(draftId: string): string {
  return `draft:${draftId}`;
}
