/**
 * The one rule for text that comes in, by whatever way: no zero byte and no half of a character.
 * PostgreSQL holds neither, and what hashes or encodes text stumbles over them.
 */
export function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Whether every string of a parsed JSON value is text, the names of its fields too, however deep. */
export function isTextThroughout(json: unknown): boolean {
  const left = [json];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string' && !isText(value)) return false;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, item] of Object.entries(value)) {
      if (!isText(name)) return false;
      left.push(item);
    }
  }
  return true;
}

/** A parsed JSON value of others, with replacement characters for what is no text, in names too. */
export function madeText<Json>(json: Json): Json {
  return isTextThroughout(json) ? json : (replaced(json) as Json);
}

function replaced(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd');
  if (Array.isArray(value)) return value.map(replaced);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [replaced(name), replaced(item)]),
  );
}

/**
 * Whether a query, a cookie or a form is text as it travels: percent-encoded, a half of a character in
 * three bytes. Anything else
 * that is no text becomes a replacement character where it is decoded.
 */
export function isEncodedText(encoded: string): boolean {
  return isText(encoded) && !/%00|%ed%[ab]/i.test(encoded);
}
