import type { Context } from 'hono';

/** The headers that every answer carries, beside those of its own, which are named in small letters. */
export type Securing = (own: (name: string) => string | null | undefined) => Record<string, string>;

/** What an answer is given by those who look at it last. */
export interface AnswerNotes {
  securing?: Securing;
}

const whole = new WeakSet<Response>();

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
  const own: Record<string, string> = {};
  for (const name of Object.keys(headers)) own[name.toLowerCase()] = headers[name] ?? '';
  const all = { ...own, ...securing((name) => own[name]) };
  const answer = new Response(body, { status, headers: all });
  whole.add(answer);
  return answer;
}

/** Whether an answer has all its headers, and is compressed if it is to be; one put in its place has not. */
export function isWhole(answer: Response): boolean {
  return whole.has(answer);
}
