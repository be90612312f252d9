const KB = 1024;
const MB = 1024 * KB;

/**
 * Limits on the files of one app (design 12), apart from the others because the editor refuses by them too, before it
 * sends. An operator can change them; then the server has the last word. Bytes are of the stored text, in UTF-8.
 */
export const FILE_LIMITS = {
  appFiles: 2_000,
  fileBytes: 10 * MB,
  appBytes: 24 * MB,
  filePathBytes: 256,
  amlBytes: 64 * KB,
} as const;
