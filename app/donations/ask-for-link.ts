import * as messages from './messages.ts';

export type LinkWish = { ok: boolean; sentence: string };

/** Asks the site to mail a link, to an address or to the one that a checkout was paid with. */
export async function askForLink(
  whose: { email: string } | { sessionId: string },
  ask: typeof fetch,
): Promise<LinkWish> {
  const path = 'email' in whose ? '/api/send-manage-link' : '/api/send-order-link';
  let response: Response;
  try {
    response = await ask(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(whose),
    });
  } catch {
    return { ok: false, sentence: messages.LINK_FAILED };
  }
  const answered = (await response.json().catch(() => undefined)) as
    | { message?: unknown; error?: unknown }
    | null
    | undefined;
  const said = response.ok ? answered?.message : answered?.error;
  const fallback = response.ok ? messages.LINK_SENT : messages.LINK_FAILED;
  return { ok: response.ok, sentence: typeof said === 'string' && said !== '' ? said : fallback };
}
