export type MailingOutcome<Answered> =
  | { kind: 'answered'; answered: Answered }
  /** The link gives no right to this (any more): trying again does not help. */
  | { kind: 'refused'; sentence: string }
  | { kind: 'failed'; sentence: string };

interface Question<Answered> {
  body: object;
  /** Whether this is what the call answers. */
  isAnswer: (json: unknown) => json is Answered;
  /** Said where the answer says nothing. */
  sentences: { refused: string; failed: string };
}

/** Asks one of the mailing room's calls; every failure is a sentence. */
export async function askMailing<Answered>(
  path: string,
  { body, isAnswer, sentences }: Question<Answered>,
  ask: typeof fetch,
): Promise<MailingOutcome<Answered>> {
  let response: Response;
  let json: unknown;
  try {
    response = await ask(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    json = await response.json().catch(() => undefined);
  } catch {
    return { kind: 'failed', sentence: sentences.failed };
  }
  if (response.ok && isAnswer(json)) return { kind: 'answered', answered: json };
  // 400: a token of another form is no token either.
  const kind = response.status === 403 || response.status === 400 ? 'refused' : 'failed';
  return { kind, sentence: said(json, response) ?? sentences[kind] };
}

function said(json: unknown, { ok }: Response): string | undefined {
  const error = ok ? undefined : (json as { error?: unknown } | null | undefined)?.error;
  return typeof error === 'string' && error !== '' ? error : undefined;
}
