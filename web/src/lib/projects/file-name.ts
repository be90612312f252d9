/** A title as the name of a file: letters, digits and dashes, in any script. @param other for a title without any */
export function fileName(title: string, other: string, extension: string): string {
  return `${title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || other}.${extension}`;
}
