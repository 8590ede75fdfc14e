import { data } from 'react-router';
import { normaliseEmail } from '#app/kit/text.ts';
import type { Contributions } from './contribution-schema.ts';
import { start, type Failure, type Lookup } from './lookup.ts';
import * as messages from './messages.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Answer } from '#app/http/call.ts';
import { headersOf, type FormAdapter } from '#app/http/form-adapter.server.ts';

type Typed = Record<string, string>;

/**
 * What a form of the lookup brings about, as the page shows it. The list stands on that answer alone, and
 * is read anew, by the cookie, for every act on it. A failure keeps the step.
 */
export async function takeLookupForm(typed: Typed, call: FormAdapter) {
  switch (typed.intent) {
    case 'verify':
      return verify(typed, call);
    case 'open':
      return withList(call, typed);
    case 'refund': {
      const { id, reason } = typed;
      const place = 'post /api/contributions/{id}/refund-request';
      const asked = await call(place, { reason }, { params: { id } });
      return withList(call, typed, asked.status === 201 ? undefined : asked);
    }
    case 'erase': {
      const erased = await call('post /api/erase-my-data', { email: typed.email });
      return erased.status === 200
        ? shown(erased, { step: 'erased', email: '', word: bodyOf(erased).message })
        : withList(call, typed, erased);
    }
    case 'close': {
      const ended = await call('post /api/end-lookup', {});
      return ended.status === 200
        ? shown(ended, { ...start, word: messages.CLOSED })
        : withList(call, typed, { ...ended, body: { error: messages.CLOSING_FAILED } });
    }
    default:
      return sendCode(typed, call);
  }
}

/** Where somebody is who only comes: at the list that the cookie still opens, else at its beginning. */
export async function openLookup(call: FormAdapter) {
  const opened = await withList(call, {});
  return opened.init?.status === 401 ? start : opened;
}

/** The first code, or another one: `again` where the code's step asks for it. */
async function sendCode({ email = '', again }: Typed, call: FormAdapter) {
  const sent = await call('post /api/send-verification', { email });
  const { message, error } = bodyOf(sent);
  if (sent.status === 200) return shown(sent, { step: 'code', email: email.trim(), word: message });
  const failure = { sentence: messages.SENDING_FAILED, reason: error };
  return shown(sent, { step: again ? 'code' : 'email', email, failure });
}

/** Opens the list by a code; a code that opened it before, such as by a reload, is known by the cookie. */
async function verify(typed: Typed, call: FormAdapter) {
  const { email = '', code = '' } = typed;
  const checked = await call('post /api/verify-contribution-code', {
    check_email: email,
    check_code: code,
  });
  const { valid, error } = bodyOf(checked);
  const listed = await call('get /api/contributions', undefined, {
    after: valid ? checked : undefined,
  });
  const isOpen = listed.status === 200 && listOf(listed).email === normaliseEmail(email);
  const answered = { ...(valid ? listed : checked), headers: checked.headers };
  if (checked.status === 200 && isOpen) return shown({ ...answered, status: 200 }, list(listed));
  const failure = valid
    ? { sentence: messages.FETCHING_FAILED, reason: bodyOf(listed).error }
    : codeFailure(checked.status, valid, error);
  return shown(answered, { step: 'code', email: email.trim(), failure, typed });
}

/** Why a code opened nothing: each way to fail has its sentence. */
function codeFailure(status: number, isValid?: boolean, reason?: string): Failure {
  if (status !== 200) return { sentence: messages.VERIFYING_BROKE, reason };
  return { sentence: isValid === false ? messages.CODE_INVALID : messages.VERIFYING_FAILED };
}

/** The list as it is now, and why what was asked for was refused. */
async function withList(call: FormAdapter, typed: Typed, refused?: Answer) {
  const listed = await call('get /api/contributions', undefined);
  const { error = '' } = bodyOf(listed);
  if (listed.status === 200) {
    const failure = refused && { sentence: bodyOf(refused).error ?? '' };
    return shown(refused ?? listed, { ...list(listed), ...(failure && { failure, typed }) });
  }
  if (listed.status === 401) return shown(listed, { ...start, failure: { sentence: error } });
  const failure = { sentence: messages.FETCHING_FAILED, reason: error };
  return shown(listed, { step: 'opening', email: '', failure });
}

const listOf = ({ body }: Answer) => body as Contributions;

function list(listed: Answer): Lookup {
  const found = listOf(listed);
  const closesInMs = Date.parse(found.expires_at) - now().getTime();
  return { step: 'list', email: found.email, found, closesInMs };
}

const bodyOf = ({ body }: Answer) => body as { message: string; error?: string; valid?: boolean };

function shown(answered: Answer, lookup: Lookup) {
  return data(lookup, { status: answered.status, headers: headersOf(answered) });
}
