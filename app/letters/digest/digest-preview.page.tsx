import { administratorOf } from '#app/desk/page-answer.server.ts';
import { previewDigest } from './digest-desk.server.ts';
import { DIGEST_REFUSALS } from './digest-messages.ts';
import { answerMail } from '#app/letters/mails/outbox.server.ts';
import type { Route } from './+types/digest-preview.page.ts';

/** The next issue of the digest, as its reader would see it. */
export async function loader({ context }: Route.LoaderArgs) {
  administratorOf(context);
  const preview = await previewDigest();
  return preview ? answerMail(preview.html) : new Response(DIGEST_REFUSALS.nothing);
}
