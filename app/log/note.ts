import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';

/** Signature types of signed notes: of the log, and of a witness with its time. */
const TYPES = { log: 1, witness: 4 } as const;

/** A key that signs notes, and what anybody checks them by. */
export type Signer = ReturnType<typeof signerOf>;

/** The beginning of an Ed25519 key in PKCS #8, before its seed. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A signer by a seed of 32 bytes. A name holds neither a space nor a plus. */
export function signerOf(name: string, seed: Buffer, kind: keyof typeof TYPES = 'log') {
  if (!/^[^\s+]+$/u.test(name)) throw new Error(`“${name}” cannot name a log: no space, no plus.`);
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const raw = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  const typed = Buffer.concat([Buffer.of(TYPES[kind]), raw]);
  const id = createHash('sha256').update(`${name}\n`).update(typed).digest().subarray(0, 4);
  const hex = id.toString('hex');
  const coded = Buffer.concat([Buffer.of(TYPES[kind]), seed]).toString('base64');
  /** As other programs for signed notes write it. */
  const skey = `PRIVATE+KEY+${name}+${hex}+${coded}`;
  /** Anybody may know it. */
  const vkey = `${name}+${hex}+${typed.toString('base64')}`;
  return { name, vkey, skey, kind, id, key };
}

/** The signer that `PRIVATE+KEY+…` states; undefined where it states none. */
export function readSigner(skey: string): Signer | undefined {
  const [, name = '', , coded = ''] =
    /^PRIVATE\+KEY\+([^\s+]+)\+([\da-f]{8})\+(\S+)$/.exec(skey.trim()) ?? [];
  const bytes = Buffer.from(coded, 'base64');
  const kind = bytes[0] === TYPES.witness ? 'witness' : 'log';
  if (!name || bytes.length !== 33 || bytes[0] !== TYPES[kind]) return undefined;
  const signer = signerOf(name, bytes.subarray(1), kind);
  return signer.skey === skey.trim() ? signer : undefined;
}

/** The line that signs a text; a witness's states when. */
export function signatureLine({ name, id, key, kind }: Signer, text: string, atS = 0): string {
  const time = Buffer.alloc(kind === 'witness' ? 8 : 0);
  if (kind === 'witness') time.writeBigUInt64BE(BigInt(atS));
  const said = kind === 'witness' ? `cosignature/v1\ntime ${atS}\n${text}` : text;
  const signature = sign(null, Buffer.from(said), key);
  return `— ${name} ${Buffer.concat([id, time, signature]).toString('base64')}\n`;
}

/** A note that all of them signed. */
export function signedNote(text: string, signers: readonly Signer[]): string {
  return `${text}\n${signers.map((signer) => signatureLine(signer, text)).join('')}`;
}

/** What a checkpoint says: the log's name, how many entries it has, and its root. */
export function checkpointText(origin: string, size: number, root: Buffer): string {
  return `${origin}\n${size}\n${root.toString('base64')}\n`;
}
