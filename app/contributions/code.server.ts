import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { isCode, makeCode } from './code.ts';
import { inTransaction, type Tx } from '#app/database/db.server.ts';
import { storeToken, takeGuess, useTokens } from '#app/mail/tokens.server.ts';

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
  const hashed = (await hash(code, salt, HASH_BYTES, WORK)).toString('base64url');
  await storeToken({
    purpose: 'code',
    subject: emailNormalised,
    hash: hashed,
    salt,
    browserHash,
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
  { emailNormalised, browserHash }: Asker,
  guess: string,
  open: (tx: Tx) => Promise<Opened>,
): Promise<Opened | undefined> {
  const subject = emailNormalised;
  const taken = await takeGuess({ subject, browserHash }, GUESSES_PER_CODE);
  const expected = Buffer.from(taken?.hash ?? '', 'base64url');
  const given = await hash(guess, taken?.salt ?? 'no code', HASH_BYTES, WORK);
  const isRight = expected.length === HASH_BYTES && timingSafeEqual(expected, given);
  if (!taken || !isRight || !isCode(guess)) return undefined;
  return inTransaction(async (tx) => {
    const isUsed = await useTokens(tx, { purpose: 'code', subject, hash: taken.hash });
    return isUsed ? open(tx) : undefined;
  });
}
