import { signatureLine, type Signer } from './note.ts';
import {
  checkConsistency,
  Failure,
  readCheckpoint,
  signersOf,
  type Checkpoint,
  type Key,
} from './verifier.js';

/** What a witness answers a log (C2SP tlog-witness, add-checkpoint). */
export interface WitnessAnswer {
  status: 200 | 400 | 403 | 404 | 409 | 422;
  body: string;
  /** The checkpoint to keep before this is answered. */
  seen?: Checkpoint;
}

/** What it knows: whom it watches, and the last checkpoint that it signed of each, by origin. */
interface Watching {
  signer: Signer;
  logs: readonly Key[];
  seen: ReadonlyMap<string, Checkpoint>;
}

const HASHES_MAX = 63;

/**
 * Signs a checkpoint that continues what the witness saw before of its log, and no other. The answer is to
 * be kept (`seen`) before it is sent, and one is made after the other.
 */
export async function addCheckpoint(
  request: string,
  { signer, logs, seen }: Watching,
  atS: number,
): Promise<WitnessAnswer> {
  const end = request.indexOf('\n\n');
  const [first = '', ...coded] = request.slice(0, Math.max(end, 0)).split('\n');
  const note = request.slice(end + 2);
  const [, old] = /^old (0|[1-9]\d{0,14})$/.exec(first) ?? [];
  const path = coded.map((line) => Buffer.from(line, 'base64'));
  const checkpoint = read(note);
  const isFormed = path.every(({ length }) => length === 32) && path.length <= HASHES_MAX;
  if (old === undefined || !checkpoint || !isFormed)
    return { status: 400, body: 'This is no request for a cosignature.\n' };
  const { origin, size } = checkpoint;
  const own = logs.filter(({ name }) => name === origin);
  if (own.length === 0) return { status: 404, body: `${origin} is not watched here.\n` };
  if (!(await isSigned(note, own)))
    return { status: 403, body: `This is not signed by the key of ${origin}.\n` };
  if (Number(old) > size)
    return { status: 400, body: 'The old size is larger than the new one.\n' };
  const last = seen.get(origin) ?? { size: 0, root: new Uint8Array() };
  const isSecond =
    size > 0 && last.size === size && !Buffer.from(last.root).equals(checkpoint.root);
  if (last.size !== Number(old) || isSecond) return { status: 409, body: `${last.size}\n` };
  try {
    await checkConsistency(last, checkpoint, path);
  } catch (error) {
    if (error instanceof Failure) return { status: 422, body: `${error.message}\n` };
    throw error;
  }
  const [text] = note.split('\n\n');
  return { status: 200, body: signatureLine(signer, `${text}\n`, atS), seen: checkpoint };
}

function read(note: string): Checkpoint | undefined {
  try {
    return readCheckpoint(note);
  } catch {
    return undefined;
  }
}

async function isSigned(note: string, keys: readonly Key[]): Promise<boolean> {
  try {
    return (await signersOf(note, keys)).length > 0;
  } catch {
    return false;
  }
}
