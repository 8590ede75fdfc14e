import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { beginTesting, lockTestable, whyNotTestable } from '#app/funding/begin-testing.server.ts';
import { operator } from '#app/config.ts';
import type { LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { canonicalJson } from '#app/log/canonical-json.ts';
import { sealAll } from '#app/log/seal.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import type { ByForm } from '#app/toxicology/metals/verdicts.ts';
import { panelOf, testName } from '#app/toxicology/panels/panels.ts';
import type { Operation, Said } from './acts.ts';
import { fundedAt } from './funded-at.server.ts';
import {
  limitsTyped,
  type Payers,
  type Registration,
  type RegistrationRow,
} from './registration.ts';
import { sealedRegistration } from './sealed-acts.ts';
import { eatenOf, limitsByForm, seenOf } from './seen.ts';
import { endingOf, ofProduct } from './store.server.ts';
import { contributions, orders, products, testRegistrations } from '#db/schema.ts';

/** A kind of payers of fewer than so many would say what one of them paid. */
export const LEAST_PAYERS = 3;

/**
 * Registers the test of a funded product, in public and for good: its first sample cannot be bought
 * before. Later ones take the place of the first, each with its reason.
 */
export const registerTest: Operation<'register'> = async (tx, productId, { seen, ...said }) => {
  const locked = await lockTestable(tx, productId);
  if (!locked) return { ok: false, why: 'unknown' };
  const known = (await registrationsOf(tx, [productId])).at(-1);
  if (locked.testingStatus === 'Tested') return { ok: false, why: 'tested' };
  if (await endingOf(tx, productId)) return { ok: false, why: 'ended' };
  const why = locked.testingBegunAt ? undefined : await whyNotTestable(tx, locked);
  if (why) return { ok: false, why };
  const panel = panelOf(locked.panel);
  const { limits: typed, unseenBecause, foodClass, ...others } = said;
  const limits = limitsTyped(typed ?? '', panel.substances);
  const hasLevels = panel.key === 'plastics';
  if (hasLevels && (typed || unseenBecause || foodClass)) return { ok: false, why: 'has_levels' };
  if (!hasLevels && !limits) return { ok: false, why: 'no_limits' };
  if (!hasLevels && !foodClass) return { ok: false, why: 'no_food_class' };
  const asked = foodClass && limits && { limits, foodClass, ...eatenOf(locked) };
  const unseen = asked && seenOf(asked).unseen;
  if (unseen && !unseenBecause) return { ok: false, why: 'unseen', about: `Can’t see: ${unseen}.` };
  const because = unseen && unseenBecause ? { unseenBecause } : {};
  const registered = { ...others, ...asked, ...because, rule: panel.rule };
  const facts = await factsOf(tx, locked, registered, known?.facts.payers);
  if (!facts) return { ok: false, why: 'not_a_payer' };
  if (known && isSame(known.facts, facts)) return { ok: true, isRepeated: true };
  if ((known?.number ?? 0) !== seen) return { ok: false, why: 'registered_meanwhile' };
  if (known && !said.reason) return { ok: false, why: 'no_reason' };
  const number = seen + 1;
  const row = { productId, number, facts, reason: (known && said.reason) ?? null };
  await sealAll(tx, [sealedRegistration(row)]);
  await tx.insert(testRegistrations).values({ ...row, registeredAt: now() });
  return { ok: true, subjects: [`${ofProduct(productId)} registration ${number}`] };
};

/** The registration that stands, and what its form is likely to be filled in with where there is none. */
export async function registrationDesk(tx: Tx, productId: number) {
  const known = (await registrationsOf(tx, [productId])).at(-1);
  const { facts, registeredAt } = testRegistrations;
  const [product] = await tx.select().from(products).where(eq(products.id, productId));
  const { key, name, inSentence, substances } = panelOf(product?.panel ?? 'plastics');
  const [other] = await tx
    .select({ facts })
    .from(testRegistrations)
    .innerJoin(products, eq(products.id, testRegistrations.productId))
    .where(eq(products.panel, key))
    .orderBy(desc(registeredAt))
    .limit(1);
  const { laboratory, accreditation, scope, method, panel, shops } = (other?.facts ??
    {}) as Partial<Registration>;
  return {
    name: product ? testName(product) : '',
    hasLevels: key === 'plastics',
    seen: product && key !== 'plastics' ? seenOf(known?.facts ?? eatenOf(product)).lines : [],
    known: known && { facts: known.facts, number: known.number },
    likely: {
      panel: panel ?? `${substances.length} ${name}: ${inSentence}`,
      laboratory: laboratory ?? operator().laboratory?.slice(0, 100) ?? '',
      accreditation: accreditation ?? '',
      scope: scope ?? '',
      method: method ?? '',
      shops: shops ?? '',
      samples: String(product?.levels ?? ''),
    },
  };
}

/** What stands against buying the first sample of a locked product, or noting that testing has begun. */
export async function whyNotBegun(tx: Tx, product: LockedProduct) {
  const why = await whyNotTestable(tx, product);
  return why ?? ((await isRegistered(tx, product.id)) ? undefined : ('unregistered' as const));
}

/** When a product's money was there and its test was first registered: nothing is bought before. */
export async function begunWith(tx: Tx, product: LockedProduct) {
  const [first] = await registrationsOf(tx, [product.id]);
  return { fundedAt: await fundedAt(tx, product), registeredAt: first?.registeredAt };
}

/** Testing of a registered product begins without a purchase. */
export const beginRegistered: Operation<'begin'> = async (tx, productId) => {
  const product = await lockTestable(tx, productId);
  const why = product && !product.testingBegunAt ? await whyNotBegun(tx, product) : undefined;
  return why ? { ok: false, why } : beginTesting(tx, product);
};

/** Whether a test is registered. */
export async function isRegistered(tx: Tx, productId: number): Promise<boolean> {
  return (await registrationsOf(tx, [productId])).length > 0;
}

/** All registrations of these products' tests, the oldest first. */
export async function registrationsOf(tx: Tx, productIds: number[]) {
  const { productId, number } = testRegistrations;
  const rows = await tx
    .select()
    .from(testRegistrations)
    .where(inArray(productId, [0, ...productIds]))
    .orderBy(asc(productId), asc(number));
  return rows as (RegistrationRow & { registeredAt: Date })[];
}

/** The limits of quantification that are registered of a test, in ng/g; none before. */
export async function registeredLimits(productId: number): Promise<ByForm<number>> {
  return limitsByForm((await registrationsOf(db(), [productId])).at(-1)?.facts.limits);
}

/** What is registered; undefined where nobody has paid from the organization's email. */
async function factsOf(
  tx: Tx,
  { id, name }: LockedProduct,
  {
    reason: _reason,
    organization = null,
    organizationEmail = null,
    ...said
  }: Omit<Said<'register'>, 'seen' | 'limits' | 'unseenBecause' | 'foodClass'> &
    Pick<Registration, 'rule'>,
  known: Payers | undefined,
): Promise<Registration | undefined> {
  // Whose sum is registered already need not be found by its email again.
  const isKnown = known?.organization?.name === organization && organizationEmail === null;
  const payers = isKnown ? known : await payersOf(tx, id, organization, organizationEmail);
  return payers && { name, ...said, payers };
}

async function payersOf(tx: Tx, id: number, name: string | null, email: string | null) {
  const { amountCents, emailNormalised, orderId, productId, status } = contributions;
  const shares = await tx
    .select({ cents: amountCents, payer: emailNormalised, kind: orders.kind })
    .from(contributions)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(and(eq(productId, id), eq(status, 'paid')));
  const isOwn = (payer: string) => email !== null && payer === normaliseEmail(email);
  const own = shares.filter(({ payer }) => isOwn(payer));
  if ((name || email) && (!name || own.length === 0)) return undefined;
  const others = shares.filter(({ payer }) => !isOwn(payer));
  const kinds = Map.groupBy(others, ({ kind }) =>
    /^(subscription|renewal)$/.test(kind) ? 'monthly' : 'gifts',
  );
  const isTold = [...kinds.values()].every(
    (some) => new Set(some.map(({ payer }) => payer)).size >= LEAST_PAYERS,
  );
  return {
    all: sumOf(shares),
    ...(isTold && Object.fromEntries([...kinds].map(([kind, some]) => [kind, sumOf(some)]))),
    // What is left of the sum would be what one or two others paid.
    ...(name && { organization: { name, ...(isTold && { cents: sumOf(own) }) } }),
  };
}

function sumOf(shares: readonly { cents: number }[]): number {
  return shares.reduce((sum, { cents }) => sum + cents, 0);
}

function isSame(a: Registration, b: Registration): boolean {
  const fields = Object.keys(b) as (keyof Registration)[];
  const said = fields.filter((field) => field !== 'payers' && field !== 'rule');
  return (
    said.every((field) => canonicalJson(a[field] ?? null) === canonicalJson(b[field] ?? null)) &&
    JSON.stringify(a.payers.organization) === JSON.stringify(b.payers.organization)
  );
}
