import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { isCode, makeCode } from './code.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db, inTransaction, type Tx } from '#app/database/db.server.ts';
import { contributionsVerification } from '#db/schema.ts';

/** How long a code works. */
const CODE_MS = 30 * 60_000;
/** Guesses that one code takes; after them only a new one helps. */
const GUESSES_PER_CODE = 5;

/**
 * scrypt's work: some 3 ms. Whoever stole the table would need two months of a core to try every
 * code, and has half an hour; whoever floods the call cannot keep the site from its work.
 */
const WORK = { N: 1_024, r: 8, p: 1 };
const hash = promisify<string, string, number, typeof WORK, Buffer>(scrypt);
const HASH_BYTES = 32;

/** Who asked for a code, or gives one: an address, and the browser that the code is for. */
interface Asker {
  emailNormalised: string;
  browserHash: string;
}

/** Makes a code for a mail that is being written. Only its salted hash is kept. */
export async function createCode({ emailNormalised, browserHash }: Asker): Promise<string> {
  const code = makeCode((below) => randomInt(below));
  const salt = randomBytes(16).toString('base64url');
  await db()
    .insert(contributionsVerification)
    .values({
      emailNormalised,
      browserHash,
      salt,
      codeHash: (await hash(code, salt, HASH_BYTES, WORK)).toString('base64url'),
      createdAt: now(),
      expiresAt: new Date(now().getTime() + CODE_MS),
    });
  return code;
}

/**
 * Opens what a code is for, where this is the newest code that was mailed for this browser, unused, not
 * expired, and guessed at fewer than five times before; undefined where it is not. A right one is used up
 * together with what it opens: where that fails, it can be given again. A guess is counted before it is looked
 * at. One without any code to compare with takes as long. Guesses need no limit of their own: codes have
 * one, and nobody can use up what another browser may guess.
 */
export async function useCode<Opened>(
  asker: Asker,
  guess: string,
  open: (tx: Tx) => Promise<Opened>,
): Promise<Opened | undefined> {
  const taken = await takeGuess(asker);
  const expected = Buffer.from(taken?.codeHash ?? '', 'base64url');
  const given = await hash(guess, taken?.salt ?? 'no code', HASH_BYTES, WORK);
  const isRight = expected.length === HASH_BYTES && timingSafeEqual(expected, given);
  if (!taken || !isRight || !isCode(guess)) return undefined;
  return inTransaction(async (tx) => {
    const { id, usedAt } = contributionsVerification;
    const used = await tx
      .update(contributionsVerification)
      .set({ usedAt: now() })
      .where(and(eq(id, taken.id), isNull(usedAt)))
      .returning({ id });
    return used.length > 0 ? open(tx) : undefined;
  });
}

/** Counts a guess at the newest code; undefined where there is none that may be guessed at. */
async function takeGuess({ emailNormalised, browserHash }: Asker) {
  const { id, attempts, expiresAt, usedAt, createdAt } = contributionsVerification;
  const newest = db()
    .select({ id })
    .from(contributionsVerification)
    .where(
      and(
        eq(contributionsVerification.emailNormalised, emailNormalised),
        eq(contributionsVerification.browserHash, browserHash),
      ),
    )
    .orderBy(desc(createdAt))
    .limit(1);
  const [row] = await db()
    .update(contributionsVerification)
    .set({ attempts: sql`${attempts} + 1` })
    .where(
      and(eq(id, newest), lt(attempts, GUESSES_PER_CODE), gt(expiresAt, now()), isNull(usedAt)),
    )
    .returning();
  return row;
}

/** Forgets codes that expired more than a day ago. */
export async function pruneCodes(): Promise<void> {
  await db()
    .delete(contributionsVerification)
    .where(lt(contributionsVerification.expiresAt, daysAgo(1)));
}
