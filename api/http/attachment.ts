/** `Content-Disposition` of a file to keep, named as people named it (RFC 6266, RFC 8187). */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\w .-]/g, '_');
  const full = name.toWellFormed().replaceAll(/[\u0000-\u001f/\\]/g, '_');
  const encoded = encodeURIComponent(full).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  const second = plain === name ? '' : `; filename*=UTF-8''${encoded}`;
  return `attachment; filename="${plain}"${second}`;
}
