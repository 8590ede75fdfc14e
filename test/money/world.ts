import { expect } from 'vitest';
import { listContributions } from '#app/contributions/list-contributions.server.ts';
import { fulfil } from '#app/funding/checkout/fulfil.server.ts';
import { fittingCents } from '#app/kit/money.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { advanceClock } from '#app/platform/clock.server.ts';
import type { RunningSandbox } from '#sandbox/stripe/server.ts';
import { aRow } from '#test/support/gifts.ts';
import { control } from '#test/support/visitor.ts';
import { Model, sumOf, type Line, type Piece } from './model.ts';
import { balancesNow, orderOf, productsNow, sharesNow } from './tables.ts';

/** Goals in cents; the last is of a test of the first one's item, for metals. */
const TARGETS = [6_000, 10_050, 25_000, 8_250];

/** So many parts of a thousand, and a cent at the least. */
export const aPart = (cents: number, part: number) =>
  Math.max(1, Math.ceil((cents * part) / 1_000));

/** What chooses among what is there; `part` is so many parts of a thousand of something. */
export interface Choice {
  a: number;
  b: number;
  c: number;
  part: number;
}

/** One world: the site's books and what the model says of them. */
export class World {
  readonly model = new Model();
  readonly sandbox: Pick<RunningSandbox, 'url' | 'advance'>;
  readonly intents = new Map<string, string>();
  /** Sessions whose reservation is gone. */
  readonly late: { session: string; payer: string; lines: [number, number][] }[] = [];
  products: number[] = [];

  constructor(sandbox: World['sandbox']) {
    this.sandbox = sandbox;
  }

  async begin(): Promise<void> {
    for (const [at, target] of TARGETS.entries()) {
      const panel = at === TARGETS.length - 1 ? 'metals' : 'plastics';
      const itemOf = panel === 'metals' ? this.products[0]! : null;
      const id = await aRow(target, { panel, itemOf });
      this.products.push(id);
      this.model.products.set(id, { target, panel, isBegun: false, isRemoved: false });
    }
  }

  /** Of two parts of a payment that are of one size, which is taken first is nobody's to say. */
  isOpen(): boolean {
    const kinds = new Map<string, string>();
    return this.model.pieces.some(({ payment, cents, place, paidFor, at }) => {
      const [size, kind] = [`${payment} ${cents}`, `${paidFor} ${at}`];
      const isAlike = place !== 'gone' && (kinds.get(size) ?? kind) !== kind;
      if (place !== 'gone') kinds.set(size, kind);
      return isAlike;
    });
  }

  passes(seconds: number): void {
    advanceClock(seconds * 1_000);
    this.sandbox.advance(seconds);
  }

  control = (path: string, body: object) => control({ sandbox: this.sandbox as never }, path, body);
  product = (choice: number) => this.products[choice % this.products.length]!;
  pieces = (choice: number, such: (one: Piece) => boolean): Piece | undefined => {
    const some = this.model.pieces.filter(such);
    return some[choice % some.length];
  };

  /** The row of a piece, as the site has it. */
  async row(piece: Piece) {
    const { payment, paidFor, at, cents, place, by, hasFailed } = piece;
    const found = (await sharesNow()).find(
      (row) =>
        row.payment === payment &&
        row.paidFor === paidFor &&
        row.at === at &&
        row.cents === cents &&
        row.place === place &&
        row.hasFailed === hasFailed &&
        (!by.startsWith('re_') || row.stray === by),
    );
    if (!found) throw new Error(`no row is this: ${JSON.stringify(piece)}`);
    return found;
  }

  /** Pays what a checkout is for; `lines` are what that is. */
  async paid(session: string, payer: string, lines: Line[]) {
    try {
      await this.control(`pay/${session}`, { email: payer });
    } catch {
      return false; // too late even for Stripe
    }
    await fulfil(session);
    const { id, payment } = await orderOf(session);
    this.intents.set(id, payment);
    this.model.pay(id, payer, lines, session);
    return true;
  }

  /** Lines that fit now, for a checkout: whole dollars, or all that is needed. */
  lines({ b, c, part }: Choice): [number, number][] {
    const chosen = [this.product(b), this.product(b + 1), this.product(b + 2)].slice(
      0,
      1 + (c % 3),
    );
    const lines = new Map<number, [number, number]>();
    for (const [at, id] of chosen.entries()) {
      const need = this.model.openNeed(id);
      const asked = 1_000 + aPart(need, (part * (at + 1)) % 1_000);
      const cents = need && fittingCents(asked, need);
      if (cents > 0) lines.set(cents, [id, cents]);
    }
    return [...lines.values()];
  }

  /** Everything, held against the model. */
  async compare(): Promise<void> {
    const { model } = this;
    const rows = await sharesNow();
    expect(summed(rows)).toEqual(summed(model.pieces));
    expect(await productsNow()).toEqual(
      this.products.map((id) => {
        const { target, isBegun } = model.products.get(id)!;
        const standing = model.at(id, 'stands');
        const raised = sumOf(standing);
        const contributors = new Set(standing.map(({ payer }) => payer)).size;
        const status = isBegun || raised >= target ? 'Testing in Progress' : 'Untested';
        return { id, raised, contributors, reserved: model.reserved(id), status };
      }),
    );
    expect(await balancesNow()).toEqual(this.balances());
  }

  /** What follows from the same rows, once they are all written: the books' own rules, and what givers see. */
  async end(): Promise<void> {
    const { model } = this;
    expect(await checkLedger()).toEqual([]);
    for (const payer of PAYERS) {
      const sums = (some: { word: string; cents: number }[]) => summedBy(some, ({ word }) => word);
      const listed = (await listContributions(payer)).map(({ status, amount }) => {
        const word = /paid|disputed/.test(status) ? status : 'goes or has gone';
        return { word, cents: Math.round(amount * 100) };
      });
      const own = model.pieces.filter((one) => one.payer === payer);
      expect(sums(listed), payer).toEqual(
        sums(own.map(({ place, cents }) => ({ word: WORDS[place], cents }))),
      );
    }
  }

  private balances(): Record<string, number> {
    const { model } = this;
    const where = (such: (one: Piece) => boolean) => sumOf(model.pieces.filter(such));
    const takers = [...model.takers.values()];
    const strays = takers.filter(({ status }) => /stray|byHand/.test(status));
    const disputes = takers.filter((one) => !strays.includes(one));
    const all: Record<string, number> = {
      donations: model.raised(null),
      refunds: where(({ place }) => place === 'owed'),
      review: -model.beyondOf(strays),
      losses: -takers.reduce((sum, { borne }) => sum + borne, 0),
      disputes: -model.beyondOf(disputes),
      bank: where(({ by }) => by === 'outside'),
      stripe: sumOf(disputes),
    };
    for (const id of this.products) all[`product:${id}`] = model.raised(id);
    for (const id of model.payments()) all.stripe! -= model.kept(id);
    return Object.fromEntries(Object.entries(all).filter(([, cents]) => cents !== 0));
  }
}

const WORDS = {
  stands: 'paid',
  contested: 'disputed',
  owed: 'goes or has gone',
  gone: 'goes or has gone',
} as const;

export const PAYERS = ['a', 'b', 'c', 'd', 'e'].map((one) => `${one}@example.org`);

function summed(some: Pick<Piece, 'payment' | 'paidFor' | 'at' | 'place' | 'cents'>[]) {
  return summedBy(some, ({ payment, paidFor, at, place }) =>
    [payment, paidFor, place, place === 'stands' ? at : ''].join(' '),
  );
}

function summedBy<T extends { cents: number }>(some: T[], key: (one: T) => string) {
  const sums: Record<string, number> = {};
  for (const one of some) sums[key(one)] = (sums[key(one)] ?? 0) + one.cents;
  return sums;
}
