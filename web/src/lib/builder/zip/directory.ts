/** What a zip says about one entry and `fflate` does not hand on. */
export interface DirectoryEntry {
  readonly crc: number;
  readonly encrypted: boolean;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** Reads the directory at the end of a zip, in its order; null when there is none. */
export function readDirectory(zip: Uint8Array): readonly DirectoryEntry[] | null {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  let end = zip.length - 22;
  // A comment of up to 64 KB may stand behind the mark.
  while (end >= 0 && zip.length - end < 65_558 && view.getUint32(end, true) !== END) end -= 1;
  if (end < 0 || view.getUint32(end, true) !== END) return null;
  const entries: DirectoryEntry[] = [];
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  while (entries.length < count && at + 46 <= zip.length && view.getUint32(at, true) === ENTRY) {
    entries.push({ crc: view.getUint32(at + 16, true), encrypted: (view.getUint16(at + 8, true) & 1) === 1 });
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries.length === count ? entries : null;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The check sum that a zip keeps of every entry (CRC-32). */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}
