import { data } from 'react-router';
import { codeFailure } from './lookup-calls.ts';
import type { Contributions } from './contribution-schema.ts';
import type { LookupEvent } from './lookup.ts';
import * as messages from './messages.ts';
import type { Answer } from '#app/platform/http/call.ts';
import { headersOf, type FormDoor } from '#app/platform/http/form-door.server.ts';

/**
 * What a form of the lookup brings about where no script sends it: what happened, for the page to be
 * drawn by. The list stands on that answer alone: whoever wants it again gives a new code.
 */
export async function takeLookupForm(typed: Record<string, string>, door: FormDoor) {
  const { intent, email = '', code = '' } = typed;
  if (intent === 'close') {
    const ended = await door('post /api/end-lookup', {});
    return ended.status === 200
      ? happened(ended, { type: 'closed' })
      : failed(ended, { type: 'otherEmail' }, { sentence: messages.CLOSING_FAILED });
  }
  if (intent !== 'verify') {
    const sent = await door('post /api/send-verification', { email });
    const { message, error } = said(sent);
    return sent.status === 200
      ? happened(sent, { type: 'codeSent', email: email.trim(), word: message })
      : failed(sent, { type: 'otherEmail' }, { sentence: messages.SENDING_FAILED, reason: error });
  }
  const codeSent = { type: 'codeSent', email: email.trim(), word: '' } as const;
  const checked = await door('post /api/verify-contribution-code', {
    check_email: email,
    check_code: code,
  });
  const { valid, error } = said(checked);
  if (!valid) {
    return failed(checked, codeSent, codeFailure(checked.status, valid, error));
  }
  const listed = await door('get /api/contributions', undefined, checked);
  if (listed.status === 200) {
    return happened(withCookies(listed, checked), codeSent, {
      type: 'found',
      found: listed.body as Contributions,
    });
  }
  return failed(listed, codeSent, {
    sentence: messages.FETCHING_FAILED,
    reason: said(listed).error,
  });
}

/** The cookie of a right code lets the browser download its data. */
const withCookies = (listed: Answer, { headers = {} }: Answer): Answer => ({ ...listed, headers });

const said = ({ body }: Answer) => body as { message: string; error?: string; valid?: boolean };

function failed(
  answered: Answer,
  step: LookupEvent,
  failure: { sentence: string; reason?: string | undefined },
) {
  const { sentence, reason } = failure;
  return happened(answered, step, {
    type: 'failed',
    failure: { sentence, ...(reason && { reason }) },
  });
}

function happened(answered: Answer, ...events: LookupEvent[]) {
  return data({ events }, { status: answered.status, headers: headersOf(answered) });
}
