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
  /** What took it: a taker's id, `refund` or `outside`; and whether it stood before, or was owed. */
  by: string;
  was: Place;
}

/** What takes cents of a payment at Stripe: a dispute, or a refund that was made there (`stray`). */
interface Taker {
  id: string;
  payment: string;
  cents: number;
  /** `won`: nothing has come back yet. */
  status: 'stray' | 'open' | 'won' | 'over' | 'lost';
  /** Of a stray, what the project bears. */
  borne: number;
}

export type Line = [at: number | null, cents: number];

const [DISPUTE, STRAY] = [/open|won|over|lost/, /stray/];
export const sumOf = (some: { cents: number }[]) => some.reduce((sum, { cents }) => sum + cents, 0);

/** Shares, places, and how each verb moves cents between them; nothing of how that is stored. */
export class Model {
  pieces: Piece[] = [];
  products = new Map<
    number,
    { target: number; panel: 'plastics' | 'metals'; isBegun: boolean; isRemoved: boolean }
  >();
  /** Lines of checkouts that nobody has paid or given up yet. */
  held = new Map<string, [at: number, cents: number][]>();
  takers = new Map<string, Taker>();

  some = (such: Partial<Piece>) =>
    this.pieces.filter((one) => Object.entries(such).every(([key, is]) => one[key as 'by'] === is));
  payments = () => [...new Set(this.pieces.map(({ payment }) => payment))];
  at = (at: number | null, place: Place) => this.some({ at, place });
  raised = (at: number | null) => sumOf(this.at(at, 'stands'));
  is = (at: number | null, what: 'isBegun' | 'isRemoved') =>
    at !== null && this.products.get(at)![what];
  lack = (id: number) => this.products.get(id)!.target - this.raised(id);
  reserved = (id: number) =>
    [...this.held.values()].flat().reduce((sum, [at, cents]) => sum + (at === id ? cents : 0), 0);
  /** What it takes of who has reserved nothing. */
  openNeed = (id: number) => Math.max(0, this.taken(id) - this.reserved(id));
  /** What it takes of who has. */
  private taken = (id: number) =>
    this.is(id, 'isBegun') || this.is(id, 'isRemoved') ? 0 : Math.max(0, this.lack(id));
  of = (payment: string, status: RegExp) =>
    [...this.takers.values()].filter((one) => one.payment === payment && status.test(one.status));
  /** What has not gone back at Stripe, wherever it is. */
  kept = (payment: string) =>
    sumOf(this.some({ payment })) -
    sumOf([...this.some({ payment, by: 'refund' }), ...this.of(payment, STRAY)]);
  /** What it took and is of nothing that was there. */
  beyond = (one: Taker) => one.cents - one.borne - sumOf(this.some({ by: one.id }));
  beyondOf = (some: Taker[]) => some.reduce((sum, one) => sum + this.beyond(one), 0);
  isContested = (payment: string) => this.of(payment, /open/).length > 0;
  isUndecided = (payment: string) => this.of(payment, STRAY).some((one) => this.beyond(one) > 0);
  /** What its payer has by refunds made at Stripe that are of nothing here. */
  wentBack = (payment: string) => {
    const strays = this.of(payment, STRAY);
    return this.beyondOf(strays) + strays.reduce((sum, { borne }) => sum + borne, 0);
  };
  isFree = ({ place, at, payment }: Piece) =>
    place === 'stands' && !this.is(at, 'isBegun') && !this.isContested(payment);
  /** All that is left of a payment, place by place, in the order in which it is taken. */
  left = (payment: string, ...places: Place[]) =>
    places.flatMap((place) => this.some({ payment, place }).sort(this.takenFirst));

  /** What is not spent before what is, then the largest; what is owed is never spent. */
  private isSpent = ({ at, place, was }: Piece) =>
    this.is(at, 'isBegun') && (/stands|owed/.test(place) ? place : was) === 'stands';
  private takenFirst = (a: Piece, b: Piece) =>
    Number(this.isSpent(a)) - Number(this.isSpent(b)) ||
    b.cents - a.cents ||
    (a.at ?? 1e9) - (b.at ?? 1e9);

  private each(some: Piece[], cents: number, to: (part: Piece) => void): void {
    for (const one of some) {
      if (cents <= 0) return;
      const part = cents < one.cents ? { ...one, cents } : one;
      if (part !== one) this.pieces.push(part);
      if (part !== one) one.cents -= cents;
      cents -= part.cents;
      to(part);
    }
  }

  put(one: Piece, place: Place, more: Partial<Piece> = {}): void {
    const was = /stands|owed/.test(one.place) ? one.place : one.was;
    Object.assign(one, { was, by: '', hasFailed: false, place }, more);
  }

  /** A line of a product is that one's as far as it needs it; the rest goes back. */
  pay(payment: string, payer: string, lines: Line[], session = ''): void {
    const need = this.held.delete(session) ? this.taken : this.openNeed;
    for (const [at, cents] of lines) {
      const share = { payment, payer, paidFor: at, cents, at, isExcess: true };
      const piece: Piece = { ...share, place: 'owed', was: 'owed', hasFailed: false, by: '' };
      this.pieces.push(piece);
      const accepted = at === null ? cents : need(at);
      this.each([piece], accepted, (part) => this.put(part, 'stands', { isExcess: false }));
    }
  }

  /** Back to its giver: by request, by age, or as its product goes. */
  takeBack = (some: Piece[]) => some.filter(this.isFree).forEach((one) => this.put(one, 'owed'));

  /** The earliest payments first; what the survivor does not need goes back from there. */
  merge(gone: number, to: number): void {
    const ages = this.payments();
    const isOpen = !this.is(to, 'isBegun');
    for (const one of this.at(gone, 'contested')) if (!one.isExcess && isOpen) one.at = to;
    const given = this.at(gone, 'stands');
    for (const one of given.sort((a, b) => ages.indexOf(a.payment) - ages.indexOf(b.payment))) {
      this.move(one, to, this.openNeed(to));
      if (one.at === gone) this.put(one, 'owed', { at: to, isExcess: true });
    }
    this.products.get(gone)!.isRemoved = true;
  }

  move = (one: Piece, at: number | null, cents: number) =>
    this.each([one], cents, (part) => this.put(part, 'stands', { at }));

  /** Asks Stripe for what is owed, but not while its payment is contested. */
  send(one: Piece): void {
    if (this.isContested(one.payment)) return;
    const left = this.kept(one.payment) - sumOf(this.of(one.payment, /lost/));
    if (one.cents > left) this.fail(one);
    else this.put(one, 'gone', { by: 'refund' });
  }

  fail(one: Piece): void {
    this.put(one, 'owed', { hasFailed: true });
    this.lookAgain(one.payment);
  }

  /** A refund was made at Stripe itself, of so many cents; or, of none, has failed. */
  stray(id: string, payment: string, cents: number): void {
    if (cents > 0) this.takers.set(id, { id, payment, cents, status: 'stray', borne: 0 });
    else this.takers.delete(id);
    for (const one of this.some({ by: id })) this.put(one, 'owed', { hasFailed: true });
    this.lookAgain(payment);
  }

  /** Disputes that took more than there was take of it, then strays: a piece of just their cents first. */
  private lookAgain(payment: string): void {
    for (const one of this.of(payment, DISPUTE)) this.take(one, this.beyond(one));
    const claims = this.left(payment, 'owed', 'stands');
    const strays = this.of(payment, STRAY);
    let short =
      this.beyondOf(this.of(payment, STRAY)) - sumOf(this.some({ payment, by: 'outside' }));
    const isMore = Math.min(this.beyondOf(strays), short) > sumOf(claims);
    if (isMore && this.isContested(payment)) return;
    for (const stray of strays) {
      const cents = this.beyond(stray);
      const left = claims.filter(({ place }) => place !== 'gone');
      const isFirst = (one: Piece) => this.isSpent(one) === (left[0] && this.isSpent(left[0]));
      const exact = left.find((one) => one.cents === cents && isFirst(one));
      this.hold(stray, exact ? [exact] : left, Math.min(cents, short));
      short -= cents;
    }
  }

  /** What stands with its product beyond the goal, or, of one that is gone, at all. */
  private over = ({ at, cents }: Piece) =>
    at === null ? 0 : this.is(at, 'isRemoved') ? cents : -this.lack(at);

  /** So many cents are out because of a dispute by now. */
  dispute(id: string, payment: string, cents: number, status: Taker['status']): void {
    const one = this.takers.get(id) ?? { id, payment, cents: 0, status, borne: 0 };
    const moved = cents - one.cents;
    const back = Math.max(0, -moved - Math.max(0, this.beyond(one)));
    this.takers.set(id, Object.assign(one, { cents, status }));
    this.hold(one, this.some({ by: id }));
    this.take(one, moved);
    const was = (was: Place) => this.some({ by: id, was }).sort(this.takenFirst).reverse();
    this.each([...was('stands'), ...was('owed')], back, (part) => {
      this.put(part, part.was);
      if (part.place === 'stands')
        this.each([part], Math.min(part.cents, this.over(part)), (more) => this.put(more, 'owed'));
    });
    this.lookAgain(payment);
  }

  hold({ id: by, status }: Taker, some: Piece[], cents = Infinity): void {
    const place = /open|won/.test(status) ? 'contested' : 'gone';
    this.each(some, cents, (part) => this.put(part, place, { by }));
  }

  private take = (by: Taker, cents: number) =>
    this.hold(by, this.left(by.payment, 'stands', 'owed'), cents);
}
