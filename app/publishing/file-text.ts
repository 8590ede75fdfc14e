/** What a file's bytes say as UTF-8, without a byte order mark; undefined where they are no text. */
export function fileText(bytes: Uint8Array): string | undefined {
  // What PostgreSQL cannot keep, and no table holds.
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
