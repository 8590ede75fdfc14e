import { NOT_FOUND } from './outbox-messages.ts';
import { MAIL_POLICY, outboxHtml } from './outbox.server.ts';
import type { Route } from './+types/outbox-mail.page.ts';

/** One mail of the local outbox, as its reader sees it. */
export async function loader({ params }: Route.LoaderArgs) {
  const html = await outboxHtml(params.id);
  if (html === undefined) return new Response(NOT_FOUND, { status: 404 });
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': MAIL_POLICY,
      'X-Robots-Tag': 'noindex',
    },
  });
}
