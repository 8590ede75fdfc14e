import * as messages from '#app/donations/messages.ts';

export type LinkWish = { ok: boolean; sentence: string };

/** Asks the site to mail a link; the sentence to show. */
export async function askForLink(email: string, ask: typeof fetch): Promise<LinkWish> {
  let response: Response;
  try {
    response = await ask('/api/send-manage-link', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
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
