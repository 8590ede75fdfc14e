import { answerMail, NOT_FOUND, outboxHtml } from './outbox.server.ts';
import type { Route } from './+types/outbox-mail.page.ts';

/** One mail of the local outbox, as its reader sees it. */
export async function loader({ params }: Route.LoaderArgs) {
  const html = await outboxHtml(params.id);
  return html === undefined ? new Response(NOT_FOUND, { status: 404 }) : answerMail(html);
}
