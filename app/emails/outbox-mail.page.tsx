import { NOT_FOUND, outboxHtml } from './outbox.server.ts';
import type { Route } from './+types/outbox-mail.page.ts';

/**
 * Styles of its own and nothing else: a mail runs no script, loads nothing, sends nothing. Its links
 * open pages of their own, which are under their own policy again.
 */
const MAIL_POLICY = [
  `default-src 'none'`,
  `style-src 'unsafe-inline'`,
  `frame-ancestors 'none'`,
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** One mail of the local outbox, as its reader sees it. */
export async function loader({ params }: Route.LoaderArgs) {
  const html = await outboxHtml(params.id);
  if (html === undefined) return new Response(NOT_FOUND, { status: 404 });
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': MAIL_POLICY,
    'X-Robots-Tag': 'noindex',
  };
  return new Response(html, { headers });
}
