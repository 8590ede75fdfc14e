/**
 * Asks a machine that is not ours; throws where its answer is longer, or not whole in time: nobody knows
 * what it sends, and for how long.
 */
export async function fetchAtMost(
  url: string,
  { bytes, ms }: { bytes: number; ms: number },
  request: RequestInit = {},
): Promise<{ status: number; body: Buffer }> {
  const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(ms) });
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > bytes) throw new Error(`${url} answered with more than ${bytes} bytes.`);
    parts.push(part);
  }
  return { status: answer.status, body: Buffer.concat(parts) };
}
