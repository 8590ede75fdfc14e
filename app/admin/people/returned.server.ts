import { administer, type Actor } from '#app/admin-log/trail.server.ts';
import { answer, refuse, type Answer } from '#app/http/call.ts';
import { mailboxKey } from '#app/http/limits/rate-limit.server.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { liftReturned } from '#app/mail/returned.server.ts';

/** Has mails go to an address again; the trail names it by a key alone, as it forgets nothing. */
export async function writeAgain(by: Actor, email: string, words: string): Promise<Answer> {
  const reason = words.trim();
  if (!reason) return refuse(400, 'Say why emails can go there again.', { field: 'reason' });
  if (reason.length > 300)
    return refuse(400, 'The reason can be at most 300 characters long.', { field: 'reason' });
  const emailNormalised = normaliseEmail(email);
  return administer(by, async (tx, note) => {
    if (!(await liftReturned(tx, emailNormalised))) {
      return refuse(409, 'No email came back from that address, or it was lifted already.');
    }
    await note({
      action: 'lift-returned',
      subject: `mailbox ${mailboxKey(emailNormalised).slice(0, 12)}`,
      before: { returned: true },
      after: { returned: false, reason },
    });
    return answer(200, { message: 'Emails go there again. What was not sent stays unsent.' });
  });
}
