type Place = 'stands' | 'owed' | 'contested' | 'gone';

/** So many cents of a share (a payment's line) that are at one place. */
export interface Piece {
  payment: string;
  payer: string;
  /** The product, or null: the project. */
  paidFor: number | null;
  cents: number;
  place: Place;
  /** Where it stands, or would again. */
  at: number | null;
  isExcess: boolean;
  hasFailed: boolean;
  /** What took it: a taker's id, `refund` or `outside`; and from where. */
  by: string;
  was: { place: Place; at: number | null };
}

/** What takes cents of a payment at Stripe: a dispute, or a refund that was made there (`stray`). */
interface Taker {
  id: string;
  payment: string;
  out: number;
  /** `won`: nothing has come back yet. */
  status: 'stray' | 'byHand' | 'open' | 'won' | 'over' | 'lost';
  /** Of a stray, what the project bears. */
  borne: number;
}

export type Line = [at: number | null, cents: number];

const DISPUTE = /open|won|over|lost/;

export const sumOf = (some: { cents: number }[]) => some.reduce((sum, { cents }) => sum + cents, 0);

/** Shares, places, and how each verb moves cents between them; nothing of how that is stored. */
export class Model {
  pieces: Piece[] = [];
  products = new Map<number, { target: number; isBegun: boolean; isRemoved: boolean }>();
  /** In their order: cents of them that have left by refunds at Stripe. */
  payments = new Map<string, number>();
  takers: Taker[] = [];

  at = (at: number | null, place: Place) =>
    this.pieces.filter((one) => one.place === place && one.at === at);
  raised = (at: number | null) => sumOf(this.at(at, 'stands'));
  is = (at: number | null, what: 'isBegun' | 'isRemoved') =>
    at !== null && this.products.get(at)![what];
  lack = (id: number) => this.products.get(id)!.target - this.raised(id);
  openNeed = (id: number) =>
    this.is(id, 'isBegun') || this.is(id, 'isRemoved') ? 0 : Math.max(0, this.lack(id));
  paid = (payment: string) => sumOf(this.pieces.filter((one) => one.payment === payment));
  left = (payment: string) =>
    this.pieces.filter((one) => one.payment === payment && /stands|owed/.test(one.place));
  by = (id: string) => this.pieces.filter((one) => one.by === id);
  of = (payment: string, status: RegExp) =>
    this.takers.filter((one) => one.payment === payment && status.test(one.status));
  /** What it took and is of nothing that was there. */
  beyond = (one: Taker) => one.out - one.borne - sumOf(this.by(one.id));
  isContested = (payment: string) => this.of(payment, /open/).length > 0;
  isFree = (one: Piece) =>
    one.place === 'stands' && !this.is(one.at, 'isBegun') && !this.isContested(one.payment);

  /** What a partial amount takes first: what stands and is not spent, the largest; what is owed, last. */
  private rank = ({ place, at }: Piece) =>
    place === 'owed' ? '0' : this.is(at, 'isBegun') ? '1' : '2';
  private order = (some: Piece[], key: (one: Piece) => string = this.rank) =>
    some.sort(
      (a, b) => key(b).localeCompare(key(a)) || b.cents - a.cents || (a.at ?? 1e9) - (b.at ?? 1e9),
    );

  private cut(one: Piece, cents: number): Piece {
    if (cents >= one.cents) return one;
    one.cents -= cents;
    return this.pieces[this.pieces.push({ ...one, cents }) - 1]!;
  }

  private each(some: Piece[], cents: number, to: (part: Piece) => void): void {
    for (const one of some) {
      if (cents <= 0) return;
      const part = this.cut(one, cents);
      cents -= part.cents;
      to(part);
    }
  }

  private leave = (payment: string, cents: number) =>
    this.payments.set(payment, this.payments.get(payment)! + cents);

  put(one: Piece, place: Place, more: Partial<Piece> = {}): void {
    const was = { place: one.place, at: one.at };
    Object.assign(one, { was, by: '', hasFailed: false }, more, { place });
  }

  /** A line of a product is that one's as far as it needs it; the rest goes back. */
  pay(payment: string, payer: string, lines: Line[]): void {
    this.payments.set(payment, 0);
    for (const [at, cents] of lines) {
      const share = { payment, payer, paidFor: at, cents, at, was: { place: 'owed', at } } as const;
      const piece: Piece = { ...share, place: 'owed', isExcess: true, hasFailed: false, by: '' };
      this.pieces.push(piece);
      const accepted = at === null ? cents : Math.min(cents, this.openNeed(at));
      const part = accepted > 0 && this.cut(piece, accepted);
      if (part) this.put(part, 'stands', { isExcess: false });
    }
  }

  /** Back to its giver: by request, by age, or as its product goes. */
  takeBack = (some: Piece[]) => some.filter(this.isFree).forEach((one) => this.put(one, 'owed'));

  /** The earliest payments first; what the survivor does not need goes back from there. */
  merge(gone: number, to: number): void {
    const ages = [...this.payments.keys()];
    const contested = this.is(to, 'isBegun') ? [] : this.at(gone, 'contested');
    for (const one of contested) if (!one.isExcess) one.at = to;
    const given = this.at(gone, 'stands');
    for (const one of given.sort((a, b) => ages.indexOf(a.payment) - ages.indexOf(b.payment))) {
      const accepted = Math.min(one.cents, this.openNeed(to));
      if (accepted > 0) this.put(this.cut(one, accepted), 'stands', { at: to });
      if (one.at === gone) this.put(one, 'owed', { at: to, isExcess: true });
    }
    this.products.get(gone)!.isRemoved = true;
  }

  move = (one: Piece, at: number | null, cents: number) =>
    this.put(this.cut(one, cents), 'stands', { at });

  /** Asks Stripe for what is owed, but not while its payment is contested. */
  send(one: Piece): void {
    if (this.isContested(one.payment)) return;
    const left = this.paid(one.payment) - this.payments.get(one.payment)!;
    if (one.cents > left) this.match(one.payment, one);
    const lost = this.of(one.payment, /lost/).reduce((sum, { out }) => sum + out, 0);
    if (one.cents > left - lost) return this.fail(one);
    this.leave(one.payment, one.cents);
    this.put(one, 'gone', { by: 'refund' });
  }

  fail(one: Piece): void {
    if (one.by === 'refund') this.leave(one.payment, -one.cents);
    this.put(one, 'owed', { hasFailed: true });
    this.takeBeyond(one.payment);
    if (one.place === 'owed') this.match(one.payment);
  }

  /** A refund was made at Stripe itself, of so many cents; or, of none, has failed. */
  stray(id: string, payment: string, out: number): void {
    const known = this.takers.find((one) => one.id === id);
    this.leave(payment, out - (known?.out ?? 0));
    this.takers = this.takers.filter((one) => one !== known);
    if (out > 0) this.takers.push({ id, payment, out, status: 'stray', borne: 0 });
    for (const one of this.by(id)) this.put(one, 'owed', { hasFailed: true });
    this.takeBeyond(payment);
    this.match(payment);
  }

  settle = (id: string, one: Piece, cents: number) =>
    this.put(this.cut(one, cents), 'gone', { by: id });

  /** Strays of a payment are of what they can only be of, each whole, or of all that is left. */
  match(payment: string, inDoubt?: Piece): void {
    const strays = this.of(payment, /stray/).filter((one) => this.beyond(one) > 0);
    const claims = this.left(payment);
    const add = (all: Piece[][], one: Piece) => [...all, ...all.map((some) => [...some, one])];
    const choices = claims.reduce(add, [[]]);
    const isSure = (some: Piece[]) => !inDoubt || !some.includes(inDoubt);
    for (const one of strays) {
      const [only, ...others] = choices.filter((some) => sumOf(some) === this.beyond(one));
      if (!only || others.length > 0 || !isSure(only)) continue;
      for (const claim of only) this.settle(one.id, claim, claim.cents);
      return this.match(payment, inDoubt);
    }
    const out = strays.reduce((sum, one) => sum + this.beyond(one), 0);
    if (out === 0 || out !== sumOf(claims) || !isSure(claims)) return;
    for (const one of strays) {
      const settle = (part: Piece) => this.settle(one.id, part, part.cents);
      this.each(this.left(payment), this.beyond(one), settle);
    }
  }

  /** What a stray was of is there again, where it has a place; an administrator says what else it is. */
  undo(stray: Taker, one?: Piece): void {
    stray.status = 'byHand';
    if (!one) stray.borne = 0;
    else this.put(one, one.was.place, { hasFailed: one.was.place === 'owed' });
    this.takeBeyond(stray.payment);
    if (one) this.fit(one, true);
    this.match(stray.payment);
  }

  private fit(one: Piece, hasFailed: boolean): void {
    const isOver = one.at !== null && (this.is(one.at, 'isRemoved') || this.lack(one.at) < 0);
    if (one.place === 'stands' && isOver) this.put(one, 'owed', { hasFailed });
  }

  /** So many cents are out because of a dispute by now. */
  dispute(id: string, payment: string, out: number, status: Taker['status']): void {
    const fresh: Taker = { id, payment, out: 0, status, borne: 0 };
    const one = this.takers.find((known) => known.id === id) ?? fresh;
    if (one === fresh) this.takers.push(one);
    const moved = out - one.out;
    let back = Math.max(0, -moved - Math.max(0, this.beyond(one)));
    Object.assign(one, { out, status });
    this.by(id).forEach(this.contest(one));
    if (moved > 0) this.take(one, moved);
    const from = ({ was }: Piece) => `${was.place} ${was.place === 'owed' ? '' : (was.at ?? '')}`;
    const taken = () => this.order(this.by(id), from);
    for (const other of this.of(payment, DISPUTE)) {
      const most = Math.max(0, Math.min(back, this.beyond(other)));
      this.each(taken(), most, this.contest(other));
      back -= most;
    }
    this.each(taken(), back, (part) => {
      this.put(part, part.was.place);
      this.fit(part, false);
    });
    if (moved < 0) this.match(payment);
    if (moved <= 0) this.takeBeyond(payment);
  }

  private contest =
    ({ id: by, status }: Taker) =>
    (one: Piece) =>
      void Object.assign(one, { by, place: /over|lost/.test(status) ? 'gone' : 'contested' });

  private take = (by: Taker, cents: number) =>
    this.each(this.order(this.left(by.payment)), cents, (part) => {
      this.put(part, 'contested');
      this.contest(by)(part);
    });

  /** What disputes took of what had left is of what is there again, the oldest first. */
  private takeBeyond = (payment: string) =>
    this.of(payment, DISPUTE).forEach((one) => this.take(one, this.beyond(one)));
}
