import { z } from '@hono/zod-openapi';
import * as messages from './messages.ts';
import { administer } from '#app/admin/trail/trail.server.ts';
import { isMatch, type PoolKind } from '#app/catalogue/pool.ts';
import { closeMatchPlace } from '#app/catalogue/remove-product.server.ts';
import { createMatch } from '#app/funding/matching/make-match.server.ts';
import { NO_SUCH_MATCH, TERMS_REFUSALS } from '#app/funding/matching/match-messages.ts';
import { noteSponsorPayment } from '#app/funding/matching/note-payment.server.ts';
import { findMatch } from '#app/funding/matching/read-matches.server.ts';
import { dollarsFromCents, formatCents } from '#app/kit/money.ts';
import { answer, refuse, type Administrator, type Answer } from '#app/platform/http/call.ts';
import { now } from '#app/platform/clock.server.ts';
import { latestDay } from '#app/testing/day-refusal.ts';
import { isDay } from '#app/testing/promise.ts';
import { cents, day, read, required, type Fields } from '#app/testing/read-input.ts';

/** Makes a match of what was typed. */
export async function makeMatch(by: Administrator, fields: Fields): Promise<Answer> {
  const terms = termsIn(fields);
  return administer(by, async (tx, note) => {
    const made = await createMatch(tx, terms);
    if (!made.ok) return refuse(400, TERMS_REFUSALS[made.why]);
    const { kind, of, sumCents, mostCents, firstGifts, endsAt, unusedTo } = terms;
    await note({
      action: 'make-match',
      subject: `product ${made.id}`,
      before: null,
      // Who the sponsor is stands beside the match: the trail cannot forget.
      after: {
        name: made.name,
        kind,
        of,
        firstGifts,
        unusedTo,
        sum: dollarsFromCents(sumCents),
        most: dollarsFromCents(mostCents),
        endsAt: endsAt.toISOString(),
      },
    });
    return answer(200, { message: messages.matchMade(made.name), match: made.id });
  });
}

/** The terms as the form has them; what is no number or day is none. */
function termsIn(fields: Fields) {
  const { asked = '', brand = '', gifts = '', end = '' } = fields;
  const [kind, of]: [PoolKind, string] =
    asked === 'any' ? ['any', ''] : asked === 'brand' ? ['brand', brand.trim()] : ['group', asked];
  return {
    kind,
    of,
    sponsorName: fields.name ?? '',
    sponsorEmail: fields.email ?? '',
    sumCents: dollarsIn(fields.sum) * 100,
    mostCents: dollarsIn(fields.most) * 100,
    firstGifts: gifts.trim() === '' ? null : numberIn(gifts),
    endsAt: new Date(isDay(end.trim()) ? `${end.trim()}T23:59:59Z` : Number.NaN),
    unusedTo: fields.unused ?? '',
  };
}

function dollarsIn(text = ''): number {
  return numberIn(text.trim().replace(/^\$/, ''));
}

function numberIn(text: string): number {
  return /^\d{1,9}$|^\d{1,3}(,\d{3}){1,2}$/.test(text.trim())
    ? Number(text.replaceAll(',', ''))
    : Number.NaN;
}

const payment = z.object({
  day,
  amount: cents(1),
  reference: required('The number of the receipt', 200),
});

/** Notes what a sponsor has paid outside Stripe. */
export async function noteOutsidePayment(
  by: Administrator,
  matchId: number,
  fields: Fields,
): Promise<Answer> {
  const typed = read(payment, fields, (value) => value);
  if (!typed.ok) return refuse(400, typed.error);
  const { day: paidOn, amount: amountCents, reference } = typed.value;
  if (paidOn > latestDay(now())) return refuse(400, messages.PAYMENT_TO_COME);
  if (!isMatch(matchId)) return refuse(404, NO_SUCH_MATCH);
  return administer(by, async (tx, note) => {
    const noted = await noteSponsorPayment(tx, { matchId, amountCents, paidOn, reference });
    if (!noted.ok) return PAYMENT_REFUSALS[noted.why];
    await note({
      action: 'note-sponsor-payment',
      subject: `product ${matchId}`,
      before: null,
      // The receipt names its payer: it stands beside the payment.
      after: { amount: dollarsFromCents(amountCents), paidOn, order: noted.orderId },
    });
    return answer(200, { message: messages.paymentNoted(formatCents(amountCents)) });
  });
}

const PAYMENT_REFUSALS = {
  unknown: refuse(404, NO_SUCH_MATCH),
  closed: refuse(409, messages.MATCH_OVER),
  noted_already: refuse(409, messages.PAYMENT_NOTED_ALREADY),
};

/** Closes a match before its end. What it has not promised is handed on by the next minute's job. */
export async function endMatch(by: Administrator, id: number): Promise<Answer> {
  if (!isMatch(id)) return refuse(404, NO_SUCH_MATCH);
  return administer(by, async (tx, note) => {
    const match = await findMatch(id, tx);
    if (!match) return refuse(404, NO_SUCH_MATCH);
    if (!(await closeMatchPlace(tx, id))) return refuse(409, messages.MATCH_CLOSED_ALREADY);
    const { raisedCents, promisedCents } = match;
    await note({
      action: 'close-match',
      subject: `product ${id}`,
      before: { has: dollarsFromCents(raisedCents), promised: dollarsFromCents(promisedCents) },
      after: null,
    });
    return answer(200, { message: messages.MATCH_IS_CLOSED });
  });
}
