/*
 * Checks what a log of this kind says by what a reader kept, in browsers and in Node: `node verifier.js
 * KEY FILE…`, with the KEY of `/log/key`. It says that an entry is unchanged since it was sealed, not that
 * it is true; or which check failed. The forms are C2SP's (signed-note, and tlog-checkpoint, -proof, and
 * -cosignature), the tree is RFC 6962's.
 */

/** A check that failed, in a sentence: something was changed, unless it says that it cannot tell. */
export class Failure extends Error {
  verdict = 'no';
}
/** What cannot be read is not known to be changed, nor is what another file is missing for. */
const [UNREADABLE, NOT_YET] = ['unreadable', 'not yet'];

function need(isSo, sentence, verdict = 'no') {
  if (!isSo) throw Object.assign(new Failure(sentence), { verdict });
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
  need(isWhole, 'A line that should be base64 is not.', UNREADABLE);
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

function hashIn(line) {
  need(/^.{43}=$/.test(line), 'A line that should be a hash is not.', UNREADABLE);
  return fromBase64(line);
}

function wholeNumber(text) {
  const isNumber = /^(0|[1-9]\d{0,14})$/.test(text);
  need(isNumber, 'A line that should be a number is not.', UNREADABLE);
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
  const forked = `The log was changed, or the file that links its checkpoints: its first ${old.size} entries are not those that were signed before.`;
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

const isOf = (log, size) => (one) => one.origin === log.origin && one.size === size;
const isKey = (key) => (other) => other.name === key.name && other.id === key.id;
const isOne = (key) => (other) => isKey(key)(other) && same(other.publicKey, key.publicKey);
const numberIn = (bytes) => new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);

/** The key in a line `name+id+key` (signed-note's vkey). */
export async function readKey(line) {
  const [, name, id, coded] = /^([^\s+]+)\+([\da-f]{8})\+(\S+)$/.exec(line.trim()) ?? [];
  need(name, 'This is no key of a log: one reads “name+id+key”.', UNREADABLE);
  const bytes = fromBase64(coded);
  const own = numberIn(await sha256(utf8.encode(`${name}\n`), bytes));
  const isWhole = bytes.length === 33 && own === Number.parseInt(id, 16);
  need(isWhole, `The key of ${name} is damaged.`, UNREADABLE);
  return { name, id: own, type: bytes[0], publicKey: bytes.slice(1) };
}

export function readNote(note) {
  const end = note.lastIndexOf('\n\n');
  const lines = note.slice(end + 2).split('\n');
  const isSigned = end >= 0 && lines.pop() === '';
  need(isSigned, 'This is no checkpoint: it has no signature.', UNREADABLE);
  const signatures = lines.map((line) => {
    const [, name, coded = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = fromBase64(coded);
    need(name && bytes.length > 4, 'A signature line of a checkpoint is damaged.', UNREADABLE);
    return { name, id: numberIn(bytes), bytes: bytes.slice(4) };
  });
  return { text: note.slice(0, end + 1), signatures };
}

export function readCheckpoint(note) {
  const [origin, size, root] = readNote(note).text.split('\n');
  const isNamed = origin && size && root;
  need(isNamed, 'This is no checkpoint: it names no log, size, and root.', UNREADABLE);
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

/** In characters: an entry in its proof, with what a mail program adds. */
const LONGEST = 300_000;
const coded = (count, end = '') => `(?:[A-Za-z0-9+/] ?){${count}}${end}`;
const DASH = '(?:[—–―‒−?-]{1,3}|â€”) ?';
const SIGNATURE = `${DASH}(\\S{1,200}) (${coded(91, '=')}|${coded(102, '==')})`;
const NOTE = `(?<![^\\s=])(\\S{1,200}) (\\d{1,15}) (${coded(43, '=')}) ((?:${SIGNATURE} ?)+)`;
const PROOF = `(c2sp\\.org/tlog-proof@v1 (?:extra ([A-Za-z0-9+/= ]+?) )?index|old) (\\d+) `;
const WHOLE = new RegExp(`(?:${PROOF}((?:${coded(43, '=')} ?)*))?${NOTE}`, 'g');
/** Of an entry, a checkpoint, or a proof that is not whole. */
const TORN = new RegExp(`tlog-proof@|\\{ ?["“”]|\\d ${coded(43, '=')}|${SIGNATURE}`);
const UNSEEN = /[\u200B-\u200D\u2060\u00AD]|<(https?|mailto):[^<>]*>/g;
const KEY = new RegExp(`([^\\s+]{1,200}) ?\\+ ?([\\da-f]{8}) ?\\+ ?(${coded(44)})`, 'g');

/**
 * What a text holds, letter by letter as the log wrote it, whatever a mail program made of it: quoted,
 * wrapped, indented, with blank or doubled lines, other dashes, and words around it. What it holds is
 * signed, so that nothing is taken for what it is not. Nothing where it cannot be read.
 */
export function findIn(given) {
  const text = `${given.replaceAll(/^\uFEFF|\r(?=\n)/g, '').trim()}\n`;
  if (isAsWritten(text)) return [text];
  if (text.length > LONGEST) return [];
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  const one = `${lines.join(' ')}\n`;
  if (isEntry(one) && lines.filter((line) => line.endsWith('}')).length === 1) return [one];
  const entries = bareLines(text).filter(isEntry);
  const bare = bareLines(text.replaceAll(UNSEEN, '')).filter((line) => !isEntry(line));
  const flat = bare
    .filter((line, at) => line !== bare[at - 1])
    .join(' ')
    .replaceAll(/\s+/g, ' ');
  const found = [...flat.matchAll(WHOLE)].map(asWritten);
  const rest = flat.replaceAll(WHOLE, '\n');
  if (TORN.test(rest.replaceAll(KEY, ''))) return [];
  const keys = [...rest.matchAll(KEY)].map((parts) => joined(parts.slice(1), '+'));
  return [...found, ...[...keys, ...entries].map((line) => `${line}\n`)];
}

const joined = (parts, by) => parts.map((part) => part.replaceAll(' ', '')).join(by);

function asWritten([, head, extra, place, hashes = '', origin, size, root, signatures]) {
  const signed = [...signatures.matchAll(new RegExp(SIGNATURE, 'g'))].map(
    ([, name, bytes]) => `— ${name} ${joined([bytes])}`,
  );
  const note = [origin, size, joined([root]), '', ...signed, ''];
  if (!head) return note.join('\n');
  const path = joined([hashes]).match(/.{44}/g) ?? [];
  const start = head === 'old' ? [`old ${place}`] : ['c2sp.org/tlog-proof@v1'];
  if (extra) start.push(`extra ${joined([extra])}`);
  if (head !== 'old') start.push(`index ${place}`);
  return [...start, ...path, '', ...note].join('\n');
}

const isLine = (text) => /^[^\s+]+\+[\da-f]{8}\+\S+\n$/.test(text);
const isEntry = (text) => /^\{.*\}\n?$/.test(text);
const bareLines = (text) =>
  text.split('\n').flatMap((line) => line.replace(/^[>|\s]+/, '').trim() || []);

function isAsWritten(text) {
  if (isLine(text) || isEntry(text)) return true;
  try {
    const { head, path, note } = partsOf(text);
    const isOne = note.split('\n\n').length === 2; // not several, one below the other
    return isOne && [head, readCheckpoint(note), ...path.map(hashIn)].length > 0;
  } catch {
    return false;
  }
}

/** A proof or a consistency file: its head, its hashes, and its checkpoint; of a checkpoint, that alone. */
function partsOf(text) {
  const cut = /^(c2sp\.org\/tlog-proof@|old )/.test(text) ? text.indexOf('\n\n') : -2;
  const lines = text.slice(0, Math.max(cut, 0)).split('\n');
  const path = lines.filter((line, at) => at > 0 && !/^(extra|index) /.test(line));
  const index = /^index (.+)$/m.exec(lines.join('\n'))?.[1];
  return { head: lines[0], index, path, note: text.slice(cut + 2) };
}

/**
 * Checks proofs, checkpoints, consistency files, and entries against each other, by trusted keys: yes, no,
 * or not yet, where another file is missing, or unreadable. `added` are the keys that were not trusted.
 */
export async function verify(files, keyLines) {
  try {
    const read = files.map(findIn);
    const places = read.flatMap((found, at) => (found.length === 0 ? [at + 1] : []));
    const what = files.length > 1 ? `Text ${places[0]} of ${files.length}` : 'This text';
    const unread = `${what} can’t be read: it is no proof, checkpoint, entry, or key that is whole. Copy it again, or save it as a file.`;
    need(places.length === 0, unread, UNREADABLE);
    const texts = read.flat();
    const trusted = await Promise.all(keyLines.map((line) => readKey(findIn(line)[0] ?? line)));
    await addChanged(trusted, texts);
    const keys = await Promise.all(texts.filter(isLine).map(readKey));
    for (const { name, id } of keys) {
      const own = trusted.filter((one) => one.name === name);
      const other = `The key of ${name} that was added is not the one that is trusted. Only where you know that it changed, put it among the trusted ones.`;
      need(own.length === 0 || own.some((one) => one.id === id), other);
    }
    const given = texts.filter((text) => !isLine(text));
    const added = keys.filter((key) => !trusted.some(isKey(key))).map(({ name }) => name);
    const says = await checkAll(given, [...trusted, ...keys]);
    return { ok: true, verdict: 'yes', says: [...says, ...new Set(added.map(warning))], added };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ok: false, verdict: error.verdict, says: [error.message], added: [] };
  }
}

const warning = (name) =>
  `The key of ${name} was added with these files. What it signed is the word of whoever has it: compare it with one that you have from elsewhere.`;

/** Adds the keys between which entries say that a log changed, signed by both, once one is known. */
async function addChanged(known, texts) {
  const start = /^\{"at":"[^"]*","form":"openassay\/key\/1","new":"[^"]*","note":"([^"]*)"/;
  const changes = texts.flatMap((text) => start.exec(entryIn(text) || text)?.[1] ?? []);
  for (const coded of changes.flatMap(() => changes)) {
    const note = coded.replaceAll('\\n', '\n');
    const [, , ...lines] = /^openassay log key\n(\S+)\n(\1\+\S+)\n(\1\+\S+)\n/.exec(note) ?? [];
    const both = await Promise.all(lines.map(readKey));
    const isKnown = both.some((one) => known.some(isOne(one)));
    const signers = isKnown ? await signersOf(note, both) : [];
    if (isKnown && both.every((one) => signers.includes(one))) known.push(...both);
  }
}

async function checkAll(texts, keys) {
  const [says, seen, links, proven] = [[], [], [], []];
  const entries = texts.filter(isEntry).map((text) => text.trim());
  for (const text of texts.filter((one) => !isEntry(one))) {
    const { head, index, path, note } = partsOf(text);
    const checkpoint = readCheckpoint(note);
    says.push(await signedBy(checkpoint, keys));
    seen.push(checkpoint);
    const leaves = entryIn(text) ? [entryIn(text)] : entries;
    if (head === 'c2sp.org/tlog-proof@v1')
      proven.push(await checkProof(index, path, checkpoint, leaves));
    else if (head.startsWith('old '))
      links.push({ old: wholeNumber(head.slice(4)), path: path.map(hashIn), later: checkpoint });
    else need(head === '', 'This is a proof of a form that is not known here.', UNREADABLE);
  }
  need(seen.length > 0, 'There is nothing to check yet: add a proof or a checkpoint.', NOT_YET);
  says.push(...proven.map(({ index, leaf }) => `Entry ${index} is sealed and unchanged: ${leaf}`));
  const isProven = entries.every((entry) => proven.some(({ leaf }) => leaf === entry));
  const other = 'An entry that was given is not what a given proof is of.';
  need(isProven, other, proven.length > 0 ? 'no' : NOT_YET);
  const startsOf = ({ old, later }) => (old === 0 ? [later] : seen.filter(isOf(later, old)));
  for (const link of links)
    for (const { root } of startsOf(link))
      await checkConsistency({ size: link.old, root }, link.later, link.path);
  const origins = [...new Set(seen.map((one) => one.origin))];
  seen.sort((a, b) => a.origin.localeCompare(b.origin) || a.size - b.size);
  const pairs = seen.slice(1).map((later, at) => [seen[at], later]);
  const steps = pairs.filter(([old, later]) => old.origin === later.origin);
  for (const [old, later] of steps) mustBeSame(old, later);
  for (const [old, later] of steps) says.push(...compare(old, later, links));
  // A proof is of two roots (RFC 9162, 2.1.4.2): without the first, damage may not show.
  const lone = links.find((link) => startsOf(link).length === 0);
  const missing = `A file here links the checkpoint of ${lone?.old} entries, which is missing: add that, as you kept it.`;
  need(!lone, missing, NOT_YET);
  if (origins.length > 1) says.push(`These are ${origins.length} logs, which nothing here links.`);
  return [...new Set(says)];
}

function mustBeSame(old, later) {
  const forked = `The log was forked: it signed two different histories of ${old.size} entries. Keep both files: together they prove it.`;
  need(old.size !== later.size || same(old.root, later.root), forked);
}

/** Whether a checkpoint continues the next smaller one of the same log. */
function compare(old, later, links) {
  if (old.size === later.size) return [];
  const isItsEnd = isOf(later, later.size);
  const isLinked = links.some((one) => isItsEnd(one.later) && one.old === old.size);
  const missing = `Both checkpoints are signed, but nothing here shows yet that the one of ${later.size} entries continues the one of ${old.size}. Add the file https://${old.origin}/consistency/${old.size}/${later.size}`;
  need(isLinked || old.size === 0, missing, NOT_YET);
  return [`The first ${old.size} of its ${later.size} entries are those that were signed before.`];
}

async function signedBy({ note, origin, size }, keys) {
  const isGiven = keys.some(({ name }) => name === origin);
  need(isGiven, `This is of the log ${origin}, whose key was not given.`, NOT_YET);
  const signers = await signersOf(note, keys);
  const isSigned = signers.some(({ name, type }) => name === origin && type === 1);
  need(isSigned, `The checkpoint of ${origin} is not signed by the key that was given for it.`);
  const seen = signers.filter((one) => one.type === 4).map(({ name }) => `, and seen by ${name}`);
  return `The checkpoint of ${size} entries is signed by ${origin}${seen.join('')}.`;
}

async function checkProof(index, path, { size, root }, leaves) {
  need(index !== undefined, 'The proof names no entry.', UNREADABLE);
  need(leaves.length > 0, 'The proof is without its entry: add that, too.', NOT_YET);
  for (const leaf of leaves) {
    const own = await rootOf(wholeNumber(index), size, await leafHash(leaf), path.map(hashIn));
    if (same(own, root)) return { index, leaf };
  }
  throw new Failure(`Entry ${index} is not what was sealed: it or its proof was changed.`);
}

const WORDS = { yes: 'Yes', no: 'No', 'not yet': 'Not yet', unreadable: 'Can’t be read' };

if (typeof process === 'object' && process.argv[1]?.endsWith('verifier.js')) {
  const { readFileSync } = await import('node:fs');
  const [key = '', ...names] = process.argv.slice(2);
  const texts = names.map((name) => readFileSync(name, 'utf8'));
  const { ok, verdict, says } = await verify(texts, key.match(/\S.*/g) ?? []);
  console.log([`${WORDS[verdict]}.`, ...says].join('\n'));
  process.exitCode = ok ? 0 : 1;
}
