import type { Context } from 'hono';

/** The headers that every answer carries, beside those of its own, which are named in small letters. */
export type Securing = (own: (name: string) => string | null | undefined) => Record<string, string>;

/** What is noted of a request while it is answered. */
export interface AnswerNotes {
  securing?: Securing;
  isWhole?: true;
}

/**
 * An answer as it is sent, with all its headers in one plain record: nothing looks at them again, for
 * which each would be read into the platform's `Headers`, and out of them, as long as all else takes.
 */
export function wholeAnswer(
  c: Context,
  body: BodyInit | null,
  { status, headers }: { status: number; headers: Record<string, string> },
): Response {
  const securing = c.get('securing') as Securing | undefined;
  if (!securing) return new Response(body, { status, headers });
  c.set('isWhole', true);
  const own: Record<string, string> = {};
  for (const name of Object.keys(headers)) own[name.toLowerCase()] = headers[name] ?? '';
  return new Response(body, {
    status,
    headers: Object.assign(
      own,
      securing((name) => own[name]),
    ),
  });
}

/** Whether an answer has all its headers, and is compressed if it is to be. */
export function isWhole(c: Context): boolean {
  return c.get('isWhole') === true;
}
