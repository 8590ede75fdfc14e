import { and, eq } from 'drizzle-orm';
import { beginTesting, lockTestable } from '#app/funding/begin-testing.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { dayOf } from '#app/testing/promise.ts';
import type { LaterStep } from '#app/testing/steps.ts';
import { contributions } from '#db/schema.ts';
import {
  buyTestSample,
  noteTestCost,
  noteTestStep,
  registerProductTest,
  type Purchase,
  type Registering,
} from './acts.ts';
import { aProduct, eventually, type Story } from './story.ts';
import { Visitor } from './visitor.ts';

const BY = { actor: 'command line' } as const;

/** A day so many days from today, by the site's clock. */
export function day(offset = 0): string {
  return dayOf(new Date(now().getTime() + offset * 86_400_000));
}

/** Begins testing of a product; what becomes of that. */
export async function begins(productId: number) {
  return inTransaction(async (tx) => beginTesting(tx, await lockTestable(tx, productId)));
}

/** Gives to a product and waits until it is recorded. */
export async function gives(giver: Visitor, productId: number, dollars: number) {
  await giver.fund([productId, dollars]);
  const own = and(
    eq(contributions.productId, productId),
    eq(contributions.emailNormalised, giver.email),
  );
  const [share] = await eventually(
    () => db().select().from(contributions).where(own),
    (found) => found.length === 1,
  );
  return share!;
}

/** A product that one visitor has funded in full, whose test is registered, and what they gave. */
export async function aFundedProduct(story: Story, dollars = 100, { isRegistered = true } = {}) {
  const product = await aProduct(undefined, dollars);
  const giver = new Visitor(story);
  const share = await gives(giver, product.id, dollars);
  if (isRegistered) await registers(product.id);
  return { product, giver, share };
}

export function aPurchase(more: Partial<Purchase> = {}): Purchase {
  return {
    id: crypto.randomUUID(),
    day: day(),
    shop: 'Corner Shop',
    lot: 'L-1',
    bestBefore: null,
    priceCents: 429,
    receipt: 'receipt-1.pdf',
    note: null,
    ...more,
  };
}

/** What an administrator says of a test in public. */
export function aRegistration(more: Partial<Registering> = {}): Registering {
  return {
    variant: 'Plain',
    pack: '12 oz box',
    panel: '18 plastic chemicals',
    laboratory: 'Example Laboratory',
    accreditation: 'AT-1234',
    scope: 'Food, organic residues',
    method: 'GC-MS with isotope dilution',
    samples: 3,
    shops: 'Corner Shop',
    organization: null,
    organizationEmail: null,
    reason: null,
    ...more,
  };
}

/** What an administrator types into the form of a registration. */
export function registrationFields(): Record<string, string> {
  const { reason: _reason, organizationEmail: _email, ...said } = aRegistration();
  return Object.fromEntries(
    Object.entries(said).map(([name, value]) => [name, String(value ?? '')]),
  );
}

/** Registers the test of a funded product, unless it is; whatever refuses that is met again later. */
export async function registers(productId: number): Promise<void> {
  await registerProductTest(BY, productId, aRegistration(), 0);
}

/** Buys a sample today; its id. */
export async function buys(productId: number, more: Partial<Purchase> = {}): Promise<string> {
  const purchase = aPurchase(more);
  await registers(productId);
  const bought = await buyTestSample(BY, productId, purchase);
  if (!bought.ok) throw new Error(bought.why);
  return purchase.id;
}

/** Notes steps of a sample, all today. */
export async function goes(sampleId: string, ...steps: LaterStep[]): Promise<void> {
  for (const step of steps) {
    const noted = await noteTestStep(BY, sampleId, { step, day: day(), place: null, note: null });
    if (!noted.ok) throw new Error(`${step}: ${noted.why}`);
  }
}

/** A sample is lost, and it is said why. */
export async function isGivenUp(sampleId: string): Promise<void> {
  const note = 'It burst in the post.';
  const lost = { step: 'given-up' as const, day: day(), place: null, note };
  const noted = await noteTestStep(BY, sampleId, lost);
  if (!noted.ok) throw new Error(`given-up: ${noted.why}`);
}

export const TO_CHECKED: LaterStep[] = ['shipped', 'at-lab', 'results-in', 'checked'];

/** Pays the laboratory; the cost's id. */
export async function invoiced(productId: number, amountCents: number): Promise<string> {
  const id = crypto.randomUUID();
  const noted = await noteTestCost(BY, productId, {
    id,
    kind: 'laboratory',
    amountCents,
    paidOn: day(),
    payee: 'The laboratory',
    receipt: 'invoice-1.pdf',
  });
  if (!noted.ok) throw new Error(noted.why);
  return id;
}

/** What an administrator types into the form of a purchase. */
export function purchaseFields(more: Record<string, string> = {}): Record<string, string> {
  return {
    form: 'buy',
    id: crypto.randomUUID(),
    day: day(),
    shop: 'Corner Shop',
    lot: 'L-1',
    price: '4.29',
    receipt: 'receipt-1.pdf',
    note: '',
    number: '1',
    ...more,
  };
}

/** And into that of a cost. */
export function costFields(more: Record<string, string> = {}): Record<string, string> {
  return {
    form: 'note-cost',
    id: crypto.randomUUID(),
    kind: 'laboratory',
    amount: '50.00',
    day: day(),
    payee: 'The laboratory',
    receipt: 'invoice-1.pdf',
    ...more,
  };
}
