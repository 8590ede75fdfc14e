import * as messages from '#app/mailing/messages.ts';

export interface SignUp {
  email: string;
  /** The home page's banner tells what is being searched for (spec §3). */
  query?: string;
  status?: 'new';
}

export type SignUpOutcome = { ok: true } | { ok: false; sentence: string };

/** The sentence for a failure, given what the site said of a request that it refused. */
export type FailureSentence = (said: string | undefined) => string;

/** Subscribes an address; a letter then asks to confirm it. A duplicate has its own sentence. */
export async function signUp(
  wish: SignUp,
  sentence: FailureSentence,
  ask: typeof fetch,
): Promise<SignUpOutcome> {
  let response: Response;
  let json: unknown;
  try {
    response = await ask('/api/subscribers', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(wish),
    });
    if (response.ok) return { ok: true };
    json = await response.json().catch(() => undefined);
  } catch {
    return { ok: false, sentence: sentence(undefined) };
  }
  if (response.status === 409) return { ok: false, sentence: messages.ALREADY_SUBSCRIBED };
  const error = response.status < 500 && (json as { error?: unknown } | null | undefined)?.error;
  const said = typeof error === 'string' && error !== '' ? error : undefined;
  // Trying again at once is no advice where the site has said how long to wait.
  return { ok: false, sentence: (response.headers.has('Retry-After') && said) || sentence(said) };
}
