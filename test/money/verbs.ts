import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { mergeProducts } from '#app/admin/products/merge-products.ts';
import { payRefundOutside } from '#app/admin/people/paid-outside.server.ts';
import { keepAsItStands } from '#app/admin/people/unmatched.server.ts';
import { createDonation } from '#app/donations/create-donation.server.ts';
import { createCheckout } from '#app/funding/checkout/create-checkout.server.ts';
import { release } from '#app/funding/checkout/release.server.ts';
import { recordDispute } from '#app/funding/disputes/record-dispute.server.ts';
import { moveContribution } from '#app/funding/moving/move-contribution.server.ts';
import { askForRefund } from '#app/funding/refunds/ask-for-refund.server.ts';
import { grantRefund } from '#app/funding/refunds/decide-refund.server.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { recordRefund } from '#app/funding/refunds/record-refund.server.ts';
import {
  refundProduct,
  refundRemovedProducts,
} from '#app/funding/refunds/refund-product.server.ts';
import { refundUnfunded } from '#app/funding/refunds/refund-unfunded.server.ts';
import { sendRefund } from '#app/funding/refunds/send-refund.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { retryRefund } from '#test/support/refund-desk.ts';
import { begins } from '#test/support/testing.ts';
import { Model, sumOf, type Line } from './model.ts';
import { orderOf } from './tables.ts';
import { aPart, PAYERS, type Choice, type World } from './world.ts';

const BY = { actor: 'command line' } as const;
const DAY_S = 86_400;

/** What happens next. */
export type Step = Choice & { verb: keyof typeof verbs };

const aBrowser = () => ({ browserHash: randomUUID(), addressHash: randomUUID() });

function tryCheckOut(lines: [number, number][]) {
  const cart = lines.map(([productId, cents]) => ({ productId, amount: cents / 100 }));
  return createCheckout(cart, aBrowser(), 'https://example.org');
}

async function checkOut(lines: [number, number][]): Promise<string> {
  const { status, body } = await tryCheckOut(lines);
  if (status !== 200 || !('sessionId' in body)) throw new Error(JSON.stringify(body));
  return body.sessionId;
}

const verbs = {
  async pay(world: World, choice: Choice) {
    const lines = world.lines(choice);
    const cents = lines.reduce((sum, line) => sum + line[1], 0);
    if (cents < 100) return false;
    await world.paid(await checkOut(lines), PAYERS[choice.a % 5]!, lines);
  },

  /** A checkout whose reservation ends before its payment comes. */
  async dawdle(world: World, choice: Choice) {
    const lines = world.lines(choice);
    if (lines.reduce((sum, line) => sum + line[1], 0) < 100) return false;
    const session = await checkOut(lines);
    await release((await orderOf(session)).id, 'expired');
    world.late.push({ session, payer: PAYERS[choice.a % 5]!, lines });
  },

  async payLate(world: World, { a }: Choice) {
    const [one] = world.late.splice(a % (world.late.length || 1), 1);
    if (!one) return false;
    await world.paid(one.session, one.payer, one.lines);
  },

  /** A checkout that stays open while other things happen. */
  async hold(world: World, choice: Choice) {
    const lines = world.lines(choice);
    if (lines.reduce((sum, line) => sum + line[1], 0) < 100) return false;
    world.model.held.set(await checkOut(lines), lines);
  },

  async payHeld(world: World, { a, b }: Choice) {
    const open = [...world.model.held];
    const [session, lines] = open[a % open.length] ?? [];
    if (!session || !lines) return false;
    return (await world.paid(session, PAYERS[b % 5]!, lines)) && undefined;
  },

  async leave({ model }: World, { a }: Choice) {
    const open = [...model.held.keys()];
    const session = open[a % open.length];
    if (!session) return false;
    await release((await orderOf(session)).id, 'expired');
    model.held.delete(session);
  },

  /** Many have their money back while somebody begins a checkout of several products. */
  async rush(world: World, choice: Choice) {
    const { model } = world;
    const pieces = model.pieces.filter(model.isFree).slice(0, 4);
    const lines = world.lines({ ...choice, c: 2 });
    const ids = await Promise.all(pieces.map(async (piece) => (await world.row(piece)).id));
    const [{ status, body }, ...taken] = await Promise.all([
      tryCheckOut(lines),
      ...ids.map((id) => requestRefund(id, { reason: 'requested' })),
    ]);
    expect(taken.every(({ accepted }) => accepted)).toBe(true);
    model.takeBack(pieces);
    // The need may have grown meanwhile, so that its exact cents no longer are.
    expect([200, 400, 409]).toContain(status);
    if (status === 200 && 'sessionId' in body) model.held.set(body.sessionId, lines);
  },

  async give(world: World, { a, b, c, part }: Choice) {
    const purpose = ['project', 'closest', 'closest:panel:metals', 'closest'][c % 4]!;
    const dollars = 5 + ((part * (b + 1)) % 200);
    const asked = { amount: dollars, purpose };
    const { body } = await createDonation('once', asked, aBrowser(), 'https://example.org');
    if (!('sessionId' in body)) throw new Error(JSON.stringify(body));
    const lines: Line[] = purpose === 'project' ? [] : closest(world.model, dollars * 100, purpose);
    const rest = lines.reduce((sum, line) => sum - line[1], dollars * 100);
    if (rest > 0) lines.push([null, rest]);
    await world.paid(body.sessionId, PAYERS[a % 5]!, lines);
  },

  async grant(world: World, { a }: Choice) {
    const piece = world.pieces(a, ({ place }) => place === 'stands');
    if (!piece) return false;
    const asking = await askForRefund((await world.row(piece)).id, piece.payer, 'Changed my mind.');
    expect(asking.ok).toBe(world.model.isFree(piece));
    if (!asking.ok) return false;
    expect(await grantRefund(asking.request.id)).toMatchObject({ accepted: true });
    world.model.takeBack([piece]);
  },

  async remove(world: World, { a }: Choice) {
    const id = world.product(a);
    const { removal } = await refundProduct(id, { reason: 'untestable' });
    const { isBegun, isRemoved } = world.model.products.get(id)!;
    expect(removal).toBe(isBegun ? 'testing_begun' : isRemoved ? 'already' : 'removed');
    if (isBegun) return false;
    world.model.products.get(id)!.isRemoved = true;
    world.model.takeBack(world.model.at(id, 'stands'));
  },

  async sweep(world: World) {
    await refundRemovedProducts();
    for (const [id, { isRemoved }] of world.model.products) {
      if (isRemoved) world.model.takeBack(world.model.at(id, 'stands'));
    }
  },

  async merge({ model, product }: World, { a, b }: Choice) {
    const [gone, to] = [product(a), product(b)];
    // Which of one payment's lines is the earlier is nobody's to say.
    const given = model.at(gone, 'stands');
    const isClear = new Set(given.map(({ payment }) => payment)).size === given.length;
    if (!isClear && sumOf(given) > model.openNeed(to)) return false;
    const isFit =
      gone !== to &&
      model.products.get(gone)!.panel === model.products.get(to)!.panel &&
      !model.is(gone, 'isRemoved') &&
      !model.is(gone, 'isBegun') &&
      !model.is(to, 'isRemoved') &&
      model.reserved(gone) === 0 &&
      // What would be sent back for a checkout that may never be paid.
      !(model.reserved(to) > 0 && !model.is(to, 'isBegun') && sumOf(given) > model.openNeed(to));
    expect(await mergeProducts(BY, gone, to).then((one) => one.ok && one.isNew)).toBe(isFit);
    if (isFit) model.merge(gone, to);
  },

  async move(world: World, { a, b, c }: Choice) {
    const { model } = world;
    const piece = world.pieces(a, ({ place, at }) => place === 'stands' && at !== null);
    const to = c % 5 === 0 ? null : world.product(b);
    if (!piece) return false;
    const isFree = model.isFree(piece) && !model.is(piece.at, 'isRemoved') && piece.at !== to;
    const cents = !isFree ? 0 : to === null ? piece.cents : taken(piece.cents, model.openNeed(to));
    const { id } = await world.row(piece);
    const giver = { id, emailNormalised: piece.payer };
    const input = {
      to: to ?? 'project',
      cents: cents || piece.cents,
      acceptsNewDate: false,
    } as const;
    expect((await moveContribution(giver, input)).ok).toBe(cents > 0);
    if (cents > 0) model.move(piece, to, cents);
  },

  /** A year, and the notice of it: all of what lacks its goal goes back. */
  async age(world: World) {
    for (const days of [370, 15]) {
      world.passes(days * DAY_S);
      await refundUnfunded();
    }
    const { model } = world;
    for (const [id, { target, isBegun }] of model.products) {
      const contested = model.at(id, 'contested').filter(({ isExcess }) => !isExcess);
      const isLacking = model.raised(id) + sumOf(contested) < target;
      if (isLacking && !isBegun) model.takeBack(model.at(id, 'stands'));
    }
  },

  async begin({ model, product }: World, { a }: Choice) {
    const id = product(a);
    const one = model.products.get(id)!;
    const isPaid = !one.isRemoved && model.raised(id) >= one.target;
    // What was refunded at Stripe itself, and nobody has said of what, is not spent.
    const isDecided = !model.at(id, 'stands').some(({ payment }) => model.isUndecided(payment));
    const isFit = !one.isBegun && isPaid && isDecided;
    expect((await begins(id)).ok).toBe(isFit);
    if (isFit) one.isBegun = true;
  },

  async send(world: World, { a, c }: Choice) {
    const piece = world.pieces(a, ({ place, hasFailed }) => place === 'owed' && !hasFailed);
    if (!piece) return false;
    const { id } = await world.row(piece);
    if (c % 3 === 0) await world.control('refunds', { status: 'pending', next: 1 });
    await sendRefund(id);
    world.model.send(piece);
  },

  /** The bank ends a refund of ours. */
  async end(world: World, { a, c }: Choice) {
    const piece = world.pieces(a, ({ by }) => by === 'refund');
    if (!piece) return false;
    const { refund } = await world.row(piece);
    const outcome = c % 4 === 0 ? 'succeeded' : 'failed';
    await world.control(`refunds/${refund}`, { outcome });
    await recordRefund(refund!);
    if (outcome === 'failed') world.model.fail(piece);
  },

  async retry(world: World, { a }: Choice) {
    const piece = world.pieces(a, ({ place, hasFailed }) => place === 'owed' && hasFailed);
    if (!piece) return false;
    const { id } = await world.row(piece);
    // Its payer has some of the payment already: only who says so sends all of it.
    const hasSome = world.model.wentBack(piece.payment) > 0;
    expect(await retryRefund(id)).toBe(!hasSome);
    if (hasSome) expect(await retryRefund(id, true)).toBe(true);
    piece.hasFailed = false;
    world.model.send(piece);
  },

  /** A refund is made at Stripe itself, whole or in part. */
  async stray(world: World, { a, c, part }: Choice) {
    const payments = world.model.payments();
    const id = payments[a % payments.length] ?? '';
    const cents = world.model.kept(id);
    if (cents === 0) return false;
    const own = world.model.left(id, 'stands', 'owed')[0]?.cents ?? 0;
    const amount = c % 3 === 0 ? cents : c % 3 === 1 ? own : aPart(cents, part);
    const made = await stripe()
      .refunds.create({ payment_intent: world.intents.get(id)!, amount })
      .catch(() => undefined);
    if (!made) return false; // contested, or more than is there
    await recordRefund(made.id);
    world.model.stray(made.id, id, amount);
  },

  async failStray(world: World, { a }: Choice) {
    const strays = [...world.model.takers.values()].filter(({ id }) => id.startsWith('re_'));
    const one = strays[a % strays.length];
    if (!one) return false;
    await world.control(`refunds/${one.id}`, { outcome: 'failed' });
    await recordRefund(one.id);
    world.model.stray(one.id, one.payment, 0);
  },

  /** The project bears what a refund made at Stripe itself took beyond what was left. */
  async keep({ model }: World, { a }: Choice) {
    const strays = model.payments().flatMap((payment) => model.of(payment, /stray/));
    const stray = strays[a % strays.length];
    if (!stray) return false;
    const cents = model.beyond(stray);
    expect((await keepAsItStands(BY, stray.id)).status).toBe(cents > 0 ? 200 : 409);
    stray.borne += cents;
  },

  /** A refund that failed is paid outside Stripe. */
  async payOutside(world: World, { a }: Choice) {
    const { model } = world;
    const piece = world.pieces(a, ({ place, hasFailed }) => place === 'owed' && hasFailed);
    if (!piece) return false;
    const { id } = await world.row(piece);
    const day = now().toISOString().slice(0, 10);
    const words = { reason: 'Closed card.', reference: '4711', anyway: '1', day };
    const { status, body } = await payRefundOutside(BY, id, words);
    model.fail(piece);
    const isFit = piece.place === 'owed';
    expect([status, isFit ? '' : body]).toEqual([isFit ? 200 : 409, isFit ? '' : body]);
    if (isFit) model.put(piece, 'gone', { by: 'outside' });
  },

  async dispute(world: World, { a, c, part }: Choice) {
    const payments = world.model.payments();
    const payment = payments[a % payments.length];
    if (!payment) return false;
    const cents = sumOf(world.model.some({ payment }));
    const amount = c % 2 === 0 ? cents : aPart(cents, part);
    const asked = { payment_intent: world.intents.get(payment), amount };
    const made = await world.control('dispute', asked).catch(() => undefined);
    if (!made) return false; // there is one of all of it
    await recordDispute(made.id);
    world.model.dispute(made.id, payment, amount, 'open');
  },

  /** Its bank gives back, or takes once more, in part or whole, or ends it. */
  async decide(world: World, { a, b, c, part }: Choice) {
    const disputes = [...world.model.takers.values()].filter(({ id }) => id.startsWith('du_'));
    const one = disputes[a % disputes.length];
    if (!one) return false;
    const [open, outcome] = [one.status === 'open', c % 2 === 0 ? 'won' : 'lost'];
    const back = b % 3 === 0 ? one.cents : b % 3 === 1 ? aPart(one.cents, part) : 0;
    const isEnd = open && b % 2 === 0;
    const made = await world
      .control(
        `dispute/${one.id}/${isEnd ? 'close' : 'funds'}`,
        isEnd ? { outcome, amount: back } : { amount: b % 3 === 2 ? -part : back },
      )
      .catch(() => undefined);
    if (!made) return false; // more than is out, or than it is of
    await recordDispute(made.id);
    const { status, balance_transactions: moved } = await stripe().disputes.retrieve(made.id);
    const out = -moved.reduce((sum, { amount }) => sum + amount, 0);
    const isOver = status === 'won' && moved.some(({ amount }) => amount > 0);
    const isClosed = status === 'won' || status === 'lost';
    const stands = isOver ? 'over' : isClosed ? (status as 'won' | 'lost') : 'open';
    world.model.dispute(made.id, one.payment, out, stands);
  },
};

/** All of it, but for a rest of the need below a dollar, which nobody could pay. */
function taken(cents: number, need: number): number {
  const rest = need - cents;
  return rest > 0 && rest < 100 ? Math.max(0, need - 100) : Math.min(cents, need);
}

/** What a gift for what is closest to its goal funds. */
function closest(model: Model, cents: number, purpose: string): [number, number][] {
  const panel = purpose === 'closest' ? 'plastics' : 'metals';
  const { openNeed: need, raised } = model;
  let left = cents;
  return [...model.products.keys()]
    .filter((id) => model.products.get(id)!.panel === panel)
    .filter((id) => need(id) > 0 && model.at(id, 'contested').length === 0)
    .sort((a, b) => need(a) - need(b) || raised(b) - raised(a) || b - a)
    .flatMap((id): [number, number][] => {
      const part = taken(left, need(id));
      if (part < Math.min(100, need(id))) return [];
      left -= part;
      return [[id, part]];
    });
}

export const VERBS = Object.keys(verbs) as Step['verb'][];

/** Lets something happen, and holds everything against the model after it. */
export async function happens(world: World, { verb, ...choice }: Step): Promise<void> {
  if (world.isOpen()) return;
  world.passes(60);
  if ((await verbs[verb](world, choice)) !== false) await world.compare();
}
