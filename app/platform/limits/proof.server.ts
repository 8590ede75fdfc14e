import { createHmac, randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { authSecret } from '#app/platform/auth-secret.server.ts';
import type { Visitor } from '#app/platform/http/call.ts';
import { db, type Tx } from '#app/platform/database/db.server.ts';
import { isFirstUse } from './rate-limit.server.ts';

/** A proof is much longer than nothing and much shorter than this. */
const PROOF_CHARACTERS = 4_000;

const ALGORITHM = 'PBKDF2/SHA-256';
/** Rounds of one try: about two milliseconds of a telephone, and little less of a server. */
const ROUNDS = 2_000;
/** Tries that a proof of level 0 takes, at most; it takes half as many at least. Each level doubles them. */
const TRIES = 160;
export const MOST_LEVELS = 5;
const LIVES_MS = 10 * 60_000;

/**
 * What a browser is to prove before it may go on with `action`: that it has spent some time. Nothing
 * is kept of it; the signature tells that it is ours, what it is for, and until when.
 */
export async function createProofChallenge(action: string, level: number): Promise<object> {
  const tries = TRIES * 2 ** level;
  return createChallenge({
    algorithm: ALGORITHM,
    cost: ROUNDS,
    counter: randomInt(tries / 2, tries),
    deriveKey,
    data: { action, level },
    // By the machine's clock, as the library goes by it.
    expiresAt: new Date(Date.now() + LIVES_MS),
    ...secrets(),
  });
}

/** Requests whose proof has been used up: it counts for all that one request has to prove. */
const spent = new WeakMap<Visitor, Promise<boolean>>();

/**
 * Whether a request brings a proof that is right, for this action, of this level or the one below, which
 * was asked for a moment ago, and used for the first time. With `tx` it is used up once that is committed.
 */
export async function isProof(
  visitor: Visitor,
  action: string,
  level: number,
  tx: Tx = db(),
): Promise<boolean> {
  const payload = read(visitor.proof);
  if (!payload) return false;
  const { challenge, solution } = payload;
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets() });
  const { data } = challenge.parameters;
  if (!verified || data?.action !== action || Number(data.level) < level - 1) return false;
  const first = spent.get(visitor) ?? isFirstUse('proof', challenge.signature, tx);
  spent.set(visitor, first);
  return first;
}

type Payload = Pick<Parameters<typeof verifySolution>[0], 'solution'> & {
  challenge: Parameters<typeof verifySolution>[0]['challenge'] & { signature: string };
};

function read(proof: string | undefined): Payload | undefined {
  if (!proof || proof.length > PROOF_CHARACTERS) return undefined;
  try {
    const payload = JSON.parse(Buffer.from(proof, 'base64').toString('utf8')) as Payload;
    const isWhole =
      typeof payload.challenge.parameters === 'object' &&
      payload.challenge.parameters !== null &&
      typeof payload.challenge.signature === 'string' &&
      /^[0-9a-f]{64}$/.test(payload.challenge.signature);
    return isWhole ? payload : undefined;
  } catch {
    return undefined;
  }
}

/** The same for every process; one signs the question, the other the answer. */
function secrets() {
  const of = (what: string) =>
    createHmac('sha256', authSecret()).update(`proof of work: ${what}`).digest('base64url');
  return { hmacSignatureSecret: of('question'), hmacKeySignatureSecret: of('answer') };
}
