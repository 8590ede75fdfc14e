import { data } from 'react-router';
import { normaliseEmail } from '#app/kit/text.ts';
import { codeFailure } from './lookup-calls.ts';
import type { Contributions } from './contribution-schema.ts';
import type { LookupEvent } from './lookup.ts';
import * as messages from './messages.ts';
import type { Answer } from '#app/platform/http/call.ts';
import { headersOf, type FormDoor } from '#app/platform/http/form-door.server.ts';

type Typed = Record<string, string>;

/**
 * What a form of the lookup brings about where no script sends it: what happened, for the page to be
 * drawn by. The list stands on that answer alone, and is read anew, by the cookie, for every act on it.
 */
export async function takeLookupForm(typed: Typed, door: FormDoor) {
  switch (typed.intent) {
    case 'verify':
      return verify(typed, door);
    case 'open':
      return withList(door);
    case 'refund': {
      const { id, reason } = typed;
      const place = 'post /api/contributions/{id}/refund-request';
      const asked = await door(place, { reason }, { params: { id } });
      return withList(door, asked.status === 201 ? undefined : { refused: asked, typed });
    }
    case 'erase': {
      const erased = await door('post /api/erase-my-data', { email: typed.email });
      return erased.status === 200
        ? happened(erased, { type: 'erased', word: said(erased).message })
        : withList(door, { refused: erased, typed });
    }
    case 'close': {
      const ended = await door('post /api/end-lookup', {});
      return ended.status === 200
        ? happened(ended, { type: 'closed' })
        : failed(ended, { type: 'otherEmail' }, { sentence: messages.CLOSING_FAILED });
    }
    default:
      return sendCode(typed, door);
  }
}

async function sendCode({ email = '' }: Typed, door: FormDoor) {
  const sent = await door('post /api/send-verification', { email });
  const { message, error } = said(sent);
  return sent.status === 200
    ? happened(sent, { type: 'codeSent', email: email.trim(), word: message })
    : failed(sent, { type: 'otherEmail' }, { sentence: messages.SENDING_FAILED, reason: error });
}

/** Opens the list by a code; a code that opened it before, such as by a reload, is known by the cookie. */
async function verify({ email = '', code = '' }: Typed, door: FormDoor) {
  const checked = await door('post /api/verify-contribution-code', {
    check_email: email,
    check_code: code,
  });
  const { valid, error } = said(checked);
  if (valid) return withList(door, undefined, checked);
  const again = await door('get /api/contributions', undefined);
  const isOpen = again.status === 200 && listOf(again).email === normaliseEmail(email);
  if (checked.status === 200 && isOpen) return happened(again, found(again));
  const codeSent = { type: 'codeSent', email: email.trim(), word: '' } as const;
  return failed(checked, codeSent, codeFailure(checked.status, valid, error));
}

/**
 * The list as it is now, and why what was asked for was refused; `opened` has the cookie of a right code.
 * Where it cannot be read, the cookie opens it later.
 */
async function withList(door: FormDoor, act?: { refused: Answer; typed: Typed }, opened?: Answer) {
  const listed = await door('get /api/contributions', undefined, { after: opened });
  const answered = {
    ...(act?.refused ?? listed),
    ...(opened && { headers: opened.headers ?? {} }),
  };
  if (listed.status === 200) {
    const why: LookupEvent[] = act
      ? [{ type: 'failed', failure: { sentence: said(act.refused).error ?? '' }, typed: act.typed }]
      : [];
    return happened(answered, found(listed), ...why);
  }
  const { error = '' } = said(listed);
  if (listed.status === 401) return failed(listed, { type: 'signedOut' }, { sentence: error });
  const failure = { sentence: messages.FETCHING_FAILED, reason: error };
  return failed({ ...answered, status: listed.status }, { type: 'opening' }, failure);
}

const listOf = ({ body }: Answer) => body as Contributions;

function found(listed: Answer): LookupEvent {
  return { type: 'found', found: listOf(listed), isByForm: true };
}

const said = ({ body }: Answer) => body as { message: string; error?: string; valid?: boolean };

function failed(
  answered: Answer,
  step: LookupEvent,
  { sentence, reason }: { sentence: string; reason?: string | undefined },
) {
  const failure = { sentence, ...(reason && { reason }) };
  return happened(answered, step, { type: 'failed', failure });
}

function happened(answered: Answer, ...events: LookupEvent[]) {
  return data({ events }, { status: answered.status, headers: headersOf(answered) });
}
