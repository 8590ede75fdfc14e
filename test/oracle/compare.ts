import { sql } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import { leftOf, NO_PRODUCT, type MustStand } from './what-must-stand.ts';

/** A contribution as it stands in the database. */
interface Row extends Record<string, unknown> {
  intent: string;
  email: string;
  /** What was paid for, whatever it was merged into since. */
  code: number;
  cents: number;
  /** The money is with the project, or owed by it. */
  isHere: boolean;
  /** Sent back from elsewhere: Stripe knows nothing of it. */
  isOtherwise: boolean;
  /** Its refund waits, for the end of a dispute say, which may have taken a part of it. */
  isWaiting: boolean;
}

interface Known extends Record<string, unknown> {
  intent: string;
  status: string;
  email: string;
  cents: number;
}

/**
 * Holds the database against what the oracle says must stand; a sentence for each difference. The
 * books must be at rest. Where Stripe sent back what fits no contribution (`hasUnmatched`), more may be
 * here than there.
 */
export async function differences(must: MustStand, hasUnmatched = false): Promise<string[]> {
  const known = await knownPayments();
  const rows = await contributionsNow();
  return [
    ...ofPayments(must, known, rows, hasUnmatched),
    ...ofPeople(must, known, rows, hasUnmatched),
    ...ofProducts(must, known, rows, hasUnmatched),
    ...(await ofForeign(must)),
  ];
}

/** What of other people's payments stands as unmatched, an administrator's allocations aside. */
async function ofForeign({ foreign }: MustStand): Promise<string[]> {
  const { rows } = await db().execute<{ intent: string; cents: number }>(sql`
    select payment_intent_id as intent, sum(amount_cents)::float8 as cents from unmatched
    where returned_at is null group by 1`);
  const stands = new Map(rows.map(({ intent, cents }) => [intent, cents]));
  return [...foreign]
    .filter(([intent, cents]) => (stands.get(intent) ?? 0) !== cents)
    .map(
      ([intent, cents]) =>
        `${intent} is somebody else's: ${cents} cents are left, ${stands.get(intent) ?? 0} stand here`,
    );
}

function ofPayments(must: MustStand, known: Map<string, Known>, rows: Row[], isLoose: boolean) {
  const problems: string[] = [];
  const byIntent = Map.groupBy(rows, ({ intent }) => intent);
  for (const [intent, payment] of must.payments) {
    const order = known.get(intent);
    if (!payment.isOurs) {
      if (order) problems.push(`${intent} is somebody else's and stands as an order`);
      continue;
    }
    if (!order) {
      problems.push(`${intent}: ${payment.paidCents} cents were paid and stand nowhere`);
      continue;
    }
    if (order.email !== payment.email) problems.push(`${intent} stands under another person`);
    if (order.status === 'review') continue;
    const own = byIntent.get(intent) ?? [];
    const paid = sum(own);
    if (paid !== payment.paidCents) {
      problems.push(`${intent}: ${payment.paidCents} cents were paid, ${paid} stand here`);
    }
    for (const [code, cents] of payment.parts) {
      const here = sum(own.filter((row) => row.code === code));
      if (here !== cents) problems.push(`${intent}: ${cents} for ${code}, ${here} stand here`);
    }
    const now = standing(own);
    if (!agrees(now, [leftOf(payment), leftOf(payment)], isLoose)) {
      problems.push(`${intent}: ${leftOf(payment)} cents are left, ${now.left} stand here`);
    }
  }
  const invented = [...known.keys()].filter((intent) => !must.payments.has(intent));
  return [...problems, ...invented.map((intent) => `${intent} stands here and was never paid`)];
}

function ofPeople(must: MustStand, known: Map<string, Known>, rows: Row[], isLoose: boolean) {
  const problems: string[] = [];
  const counted = countedOf(known, rows);
  const emails = new Set([...must.people.keys(), ...counted.map(({ email }) => email)]);
  const underReview = reviewed(must, known);
  for (const email of emails) {
    const outcome = must.people.get(email) ?? { paidCents: 0, leftCents: 0 };
    const [reviewPaid, reviewLeft] = underReview.get(email) ?? [0, 0];
    const own = counted.filter((row) => row.email === email);
    const paid = sum(own);
    const now = standing(own);
    if (paid !== outcome.paidCents - reviewPaid) {
      problems.push(`${email} has paid ${outcome.paidCents} cents, ${paid} stand here`);
    }
    const due = outcome.leftCents - reviewLeft;
    if (!agrees(now, [due, due], isLoose)) {
      problems.push(`${email} has ${due} cents left, ${now.left} stand here`);
    }
  }
  return problems;
}

function ofProducts(must: MustStand, known: Map<string, Known>, rows: Row[], isLoose: boolean) {
  const problems: string[] = [];
  const inReview = new Set([...known].filter(([, o]) => o.status === 'review').map(([id]) => id));
  if (inReview.size > 0) return problems; // what they paid for is on no product yet
  // What funds by a rule is the site's to place.
  const named = countedOf(known, rows).filter((row) => !must.payments.get(row.intent)?.isByRule);
  for (const [code, outcome] of must.products) {
    const own = named.filter((row) => row.code === code);
    const now = standing(own);
    const name = code === NO_PRODUCT ? 'the project itself' : `product ${code}`;
    if (sum(own) !== outcome.paidCents) {
      problems.push(`${name}: ${outcome.paidCents} cents were paid, ${sum(own)} stand here`);
    }
    if (!agrees(now, [outcome.leastCents, outcome.mostCents], isLoose)) {
      const bounds = `${outcome.leastCents} to ${outcome.mostCents}`;
      problems.push(`${name}: ${bounds} cents are left, ${now.left} stand here`);
    }
  }
  return problems;
}

/** What of contributions is still there, and how much of it waits to leave. */
function standing(rows: Row[]): { left: number; waiting: number } {
  const left = rows.filter(({ isHere, isOtherwise }) => isHere || isOtherwise);
  return { left: sum(left), waiting: sum(left.filter(({ isWaiting }) => isWaiting)) };
}

function agrees(
  { left, waiting }: { left: number; waiting: number },
  [least, most]: [number, number],
  isLoose: boolean,
): boolean {
  return left >= least && (isLoose || left <= most + waiting);
}

function countedOf(known: Map<string, Known>, rows: Row[]): Row[] {
  return rows.filter(({ intent }) => known.get(intent)?.status === 'paid');
}

/** What is under review, by email: paid, and left. */
function reviewed(must: MustStand, known: Map<string, Known>): Map<string, [number, number]> {
  const found = new Map<string, [number, number]>();
  for (const [intent, payment] of must.payments) {
    if (known.get(intent)?.status !== 'review') continue;
    const [paid, left] = found.get(payment.email) ?? [0, 0];
    found.set(payment.email, [paid + payment.paidCents, left + leftOf(payment)]);
  }
  return found;
}

function sum(rows: Row[]): number {
  return rows.reduce((total, { cents }) => total + cents, 0);
}

async function knownPayments(): Promise<Map<string, Known>> {
  const { rows } = await db().execute<Known>(sql`
    select payment_intent_id as intent, status, lower(email) as email, amount_cents as cents
    from orders where status in ('paid', 'review') and payment_intent_id is not null`);
  return new Map(rows.map((row) => [row.intent, row]));
}

async function contributionsNow(): Promise<Row[]> {
  const { rows } = await db().execute<Row>(sql`
    select o.payment_intent_id as intent, c.email_normalised as email,
      coalesce(c.merged_from, c.product_id, ${NO_PRODUCT})::int as code, c.amount_cents as cents,
      c.status in ('paid', 'refund_pending', 'refund_failed') and not coalesce(r.is_booked, false)
        as "isHere",
      coalesce(r.status = 'paid_otherwise', false) as "isOtherwise",
      coalesce(r.status in ('queued', 'pending'), false) as "isWaiting"
    from contributions c
    join orders o on o.id = c.order_id
    left join refunds r on r.contribution_id = c.id
    where o.payment_intent_id is not null and c.status <> 'pending'`);
  return rows;
}
