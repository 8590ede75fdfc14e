/*
 * Checks what a log of this kind says by what a reader kept, in browsers and in Node: `node verifier.js
 * KEY FILE…`, with the KEY of `/log/key`. It says that an entry is unchanged since it was sealed, not that
 * it is true; or which check failed. The forms are C2SP's (signed-note, and tlog-checkpoint, -proof, and
 * -cosignature), the tree is RFC 6962's.
 */

/** A check that failed, in a sentence. */
export class Failure extends Error {}

function need(isSo, sentence) {
  if (!isSo) throw new Failure(sentence);
}

const utf8 = new TextEncoder();
const fromUtf8 = new TextDecoder();

async function sha256(...parts) {
  const whole = Uint8Array.from(parts.flatMap((part) => [...part]));
  return new Uint8Array(await crypto.subtle.digest('SHA-256', whole));
}
const leafHash = (leaf) => sha256([0], utf8.encode(leaf));
const nodeHash = (left, right) => sha256([1], left, right);
const entryIn = (proof) => fromUtf8.decode(fromBase64(/^extra (.*)$/m.exec(proof)?.[1] ?? ''));
const same = (a, b) => a.length === b.length && a.every((byte, at) => byte === b[at]);

function fromBase64(text) {
  const isWhole = /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0;
  need(isWhole, 'A line that should be base64 is not.');
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

function hashIn(line) {
  need(/^.{43}=$/.test(line), 'A line that should be a hash is not.');
  return fromBase64(line);
}

function wholeNumber(text) {
  need(/^(0|[1-9]\d{0,14})$/.test(text), 'A line that should be a number is not.');
  return Number(text);
}

/** Walks up a tree from a leaf's place; both numbers lose their last bit at each step. */
class Climb {
  constructor(at, last) {
    Object.assign(this, { at, last });
  }
  up() {
    [this.at, this.last] = [this.at, this.last].map((place) => Math.floor(place / 2));
  }
  /** Goes up by one hash: whether that stands on the left. Where none stands on the right, to the next. */
  isRight() {
    need(this.last > 0, 'The proof is longer than the tree is high.');
    const isRight = this.at % 2 === 1 || this.at === this.last;
    if (isRight) while (this.at % 2 === 0 && this.at !== 0) this.up();
    this.up();
    return isRight;
  }
}

/** The root that follows from a leaf's hash and the hashes beside its way up (RFC 9162, 2.1.3.2). */
async function rootOf(index, size, leaf, path) {
  need(index < size, `Entry ${index} is not among the first ${size}.`);
  const climb = new Climb(index, size - 1);
  let hash = leaf;
  for (const beside of path)
    hash = climb.isRight() ? await nodeHash(beside, hash) : await nodeHash(hash, beside);
  need(climb.last === 0, 'The proof is shorter than the tree is high.');
  return hash;
}

/** Throws unless the old checkpoint's tree is the beginning of the later's (RFC 9162, 2.1.4.2). */
export async function checkConsistency(old, later, path) {
  const forked = `The log was changed: its first ${old.size} entries are not those that were signed before.`;
  need(old.size <= later.size, 'The old checkpoint is of the larger tree.');
  if (old.size === 0 || old.size === later.size) {
    need(path.length === 0, 'The proof is longer than it can be.');
    return need(old.size === 0 || same(old.root, later.root), forked);
  }
  const climb = new Climb(old.size - 1, later.size - 1);
  while (climb.at % 2 === 1) climb.up();
  const [first, ...rest] = climb.at === 0 ? [old.root, ...path] : path;
  need(first, 'The proof is shorter than the tree is high.');
  let [was, is] = [first, first];
  for (const beside of rest) {
    const isRight = climb.isRight();
    if (isRight) was = await nodeHash(beside, was);
    is = isRight ? await nodeHash(beside, is) : await nodeHash(is, beside);
  }
  need(climb.last === 0 && same(was, old.root) && same(is, later.root), forked);
}

const isKey = (key) => (other) => other.name === key.name && other.id === key.id;
const numberIn = (bytes) => new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);

/** The key in a line `name+id+key` (signed-note's vkey). */
export async function readKey(line) {
  const [, name, id, coded] = /^([^\s+]+)\+([\da-f]{8})\+(\S+)$/.exec(line.trim()) ?? [];
  need(name, 'This is no key of a log: one reads “name+id+key”.');
  const bytes = fromBase64(coded);
  const own = numberIn(await sha256(utf8.encode(`${name}\n`), bytes));
  need(bytes.length === 33 && own === Number.parseInt(id, 16), `The key of ${name} is damaged.`);
  return { name, id: own, type: bytes[0], publicKey: bytes.slice(1) };
}

export function readNote(note) {
  const end = note.lastIndexOf('\n\n');
  const lines = note.slice(end + 2).split('\n');
  need(end >= 0 && lines.pop() === '', 'This is no checkpoint: it has no signature.');
  const signatures = lines.map((line) => {
    const [, name, coded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = fromBase64(coded);
    need(name && bytes.length > 4, 'A signature line of a checkpoint is damaged.');
    return { name, id: numberIn(bytes), bytes: bytes.slice(4) };
  });
  return { text: note.slice(0, end + 1), signatures };
}

export function readCheckpoint(note) {
  const [origin, size, root] = readNote(note).text.split('\n');
  need(origin && size && root, 'This is no checkpoint: it names no log, size, and root.');
  return { note, origin, size: wholeNumber(size), root: hashIn(root) };
}

/** The keys, of those given, that signed a note; throws where one of them signed something else. */
export async function signersOf(note, keys) {
  const { text, signatures } = readNote(note);
  const signers = [];
  for (const { name, id, bytes } of signatures) {
    const key = keys.find(isKey({ name, id }));
    if (!key) continue; // one that the reader does not know says nothing
    const isTimed = key.type === 4 && bytes.length === 72;
    const when = isTimed ? new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0) : 0;
    const said = utf8.encode(isTimed ? `cosignature/v1\ntime ${when}\n${text}` : text);
    const own = await crypto.subtle.importKey('raw', key.publicKey, 'Ed25519', false, ['verify']);
    const isRight = await crypto.subtle.verify('Ed25519', own, bytes.slice(isTimed ? 8 : 0), said);
    need(isRight, `The signature of ${name} is not of this checkpoint.`);
    signers.push(key);
  }
  return signers;
}

/** Checks proofs, checkpoints, consistency files, and entries against each other, by trusted keys. */
export async function verify(files, keyLines) {
  try {
    const texts = files.map((text) => `${text.replaceAll(/^\uFEFF|\r(?=\n)/g, '').trim()}\n`);
    const isLine = (text) => /^[^\s+]+\+[\da-f]{8}\+\S+\n$/.test(text);
    const trusted = await Promise.all(keyLines.map(readKey));
    await addChanged(trusted, texts);
    const keys = await Promise.all(texts.filter(isLine).map(readKey));
    for (const { name, id } of keys) {
      const own = trusted.filter((one) => one.name === name);
      const other = `The key of ${name} that was added is not the one that is trusted. Only where you know that it changed, put it among the trusted ones.`;
      need(own.length === 0 || own.some((one) => one.id === id), other);
    }
    const given = texts.filter((text) => !isLine(text));
    return { ok: true, says: await checkAll(given, [...trusted, ...keys]) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ok: false, says: [error.message] };
  }
}

/** Adds the keys between which entries say that a log changed, signed by both, once one is known. */
async function addChanged(known, texts) {
  const start = /^\{"at":"[^"]*","form":"openassay\/key\/1","new":"[^"]*","note":"([^"]*)"/;
  const changes = texts.flatMap((text) => start.exec(entryIn(text) || text)?.[1] ?? []);
  for (const coded of changes.flatMap(() => changes)) {
    const note = coded.replaceAll('\\n', '\n');
    const [, , ...lines] = /^openassay log key\n(\S+)\n(\1\+\S+)\n(\1\+\S+)\n/.exec(note) ?? [];
    const both = await Promise.all(lines.map(readKey));
    const isKnown = both.some((one) => known.some(isKey(one)));
    if (isKnown && (await signersOf(note, both)).length === 2) known.push(...both);
  }
}

async function checkAll(texts, keys) {
  const [says, seen, links, proven] = [[], [], [], []];
  const isEntry = (text) => text.startsWith('{');
  const entries = texts.filter(isEntry).map((text) => text.trim());
  for (const text of texts.filter((one) => !isEntry(one))) {
    const cut = /^(c2sp\.org\/tlog-proof@|old )/.test(text) ? text.indexOf('\n\n') : -2;
    const [head, ...rest] = text.slice(0, Math.max(cut, 0)).split('\n');
    const checkpoint = readCheckpoint(text.slice(cut + 2));
    says.push(await signedBy(checkpoint, keys));
    seen.push(checkpoint);
    const leaves = entryIn(text) ? [entryIn(text)] : entries;
    if (head === 'c2sp.org/tlog-proof@v1') proven.push(await checkProof(rest, checkpoint, leaves));
    else if (head.startsWith('old '))
      links.push({ old: wholeNumber(head.slice(4)), path: rest.map(hashIn), later: checkpoint });
    else need(cut < 0, 'This is a proof of a form that is not known here.');
  }
  need(seen.length > 0, 'There is nothing to check yet: add a proof or a checkpoint.');
  says.push(...proven.map(({ index, leaf }) => `Entry ${index} is sealed and unchanged: ${leaf}`));
  const isProven = entries.every((entry) => proven.some(({ leaf }) => leaf === entry));
  need(isProven, 'An entry that was given is not what a given proof is of.');
  for (const { old, path, later } of links)
    for (const known of seen.filter((one) => one.origin === later.origin && one.size === old))
      await checkConsistency(known, later, path);
  const origins = new Set(seen.map((one) => one.origin));
  for (const origin of origins) {
    const own = seen.filter((one) => one.origin === origin).sort((a, b) => a.size - b.size);
    const its = links.filter((one) => one.later.origin === origin);
    for (const [at, later] of own.slice(1).entries()) says.push(...compare(own[at], later, its));
  }
  if (origins.size > 1) says.push(`These are ${origins.size} logs, which nothing here links.`);
  return [...new Set(says)];
}

/** Whether a checkpoint continues the next smaller one of the same log. */
function compare(old, later, links) {
  const forked = `The log was forked: it signed two different histories of ${old.size} entries. Keep both files: together they prove it.`;
  need(old.size !== later.size || same(old.root, later.root), forked);
  if (old.size === later.size) return [];
  const isLinked = links.some((one) => one.old === old.size && one.later.size === later.size);
  const missing = `Both checkpoints are signed, but nothing here shows yet that the one of ${later.size} entries continues the one of ${old.size}. Add the file https://${old.origin}/consistency/${old.size}/${later.size}`;
  need(isLinked || old.size === 0, missing);
  return [`The first ${old.size} of its ${later.size} entries are those that were signed before.`];
}

async function signedBy({ note, origin, size }, keys) {
  const isGiven = keys.some(({ name }) => name === origin);
  need(isGiven, `This is of the log ${origin}, whose key was not given.`);
  const signers = await signersOf(note, keys);
  const isSigned = signers.some(({ name, type }) => name === origin && type === 1);
  need(isSigned, `The checkpoint of ${origin} is not signed by the key that was given for it.`);
  const seen = signers.filter((one) => one.type === 4).map(({ name }) => `, and seen by ${name}`);
  return `The checkpoint of ${size} entries is signed by ${origin}${seen.join('')}.`;
}

async function checkProof(lines, { size, root }, leaves) {
  const [place, ...path] = lines.filter((line) => !line.startsWith('extra '));
  const [, index] = /^index (\S+)$/.exec(place) ?? [];
  need(index !== undefined, 'The proof names no entry.');
  need(leaves.length > 0, 'The proof is without its entry: add that, too.');
  for (const leaf of leaves) {
    const own = await rootOf(wholeNumber(index), size, await leafHash(leaf), path.map(hashIn));
    if (same(own, root)) return { index, leaf };
  }
  throw new Failure(`Entry ${index} is not what was sealed: it or its proof was changed.`);
}

if (typeof process === 'object' && process.argv[1]?.endsWith('verifier.js')) {
  const { readFileSync } = await import('node:fs');
  const [key = '', ...names] = process.argv.slice(2);
  const texts = names.map((name) => readFileSync(name, 'utf8'));
  const { ok, says } = await verify(texts, key.trim().split('\n'));
  console.log([ok ? 'Yes.' : 'No.', ...says].join('\n'));
  process.exitCode = ok ? 0 : 1;
}
