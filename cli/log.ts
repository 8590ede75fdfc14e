import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Writable } from 'node:stream';
import { logKey } from '#app/log/keys.server.ts';
import { readSigner, signerOf } from '#app/log/note.ts';
import { recoverLeaves } from '#app/log/recover.server.ts';
import { beginAnew, rotateKey } from '#app/log/rotate-key.server.ts';
import type { Signing } from '#app/log/sign-checkpoint.server.ts';
import { readCheckpoint, readKey, type Checkpoint } from '#app/log/verifier.js';
import { addCheckpoint, type WitnessAnswer } from '#app/log/witness.ts';
import { config } from '#app/config.ts';
import { counted } from '#app/kit/text.ts';
import { printRefusal } from './print.ts';

/** Prints the log's key, the secret one where it is exported, or another one that takes its place. */
export async function runKeys(how: 'export' | 'rotate' | undefined, out: Writable) {
  const key = how === 'rotate' ? await rotateKey() : logKey();
  if (!key) return printRefusal(out, 'The log’s key is not here.');
  out.write(`${how === 'export' ? key.skey : key.vkey}\n`);
  if (how === 'rotate' && config().LOG_KEY)
    out.write(`Set LOG_KEY to ${key.skey} and start the site again.\n`);
  return 0;
}

/** Brings entries back from a copy, or begins a new log; resolves to a sentence where neither is said. */
export async function recoverLog(
  { from, anew }: { from?: string | undefined; anew?: string | undefined },
  out: Writable,
): Promise<number | string> {
  if (anew !== undefined) {
    const { signer, signing } = await beginAnew(anew);
    out.write(`A new log begins: ${signer.name}\n${signer.vkey}\n`);
    if (config().LOG_KEY) out.write(`Set LOG_KEY to ${signer.skey}\n`);
    return sayOf(signing, out);
  }
  if (from === undefined) return 'Say where a copy of the log is, or begin --anew.';
  const { came, signing } = await recoverLeaves(from);
  out.write(`${counted(came, 'entry', 'entries')} came back.\n`);
  return sayOf(signing, out);
}

function sayOf(signing: Signing, out: Writable): number {
  out.write(signing.ok ? `Signed, with ${signing.size} entries.\n` : `${signing.sentence}\n`);
  return signing.ok ? 0 : 1;
}

/** What a witness keeps: its key, and the last checkpoint that it signed of each log. */
interface State {
  key: string;
  seen: Record<string, string>;
}

/** The keys of the logs to watch, and who does so, keeping its state in which file, at which address. */
interface Watched {
  log: string;
  name?: string | undefined;
  state?: string | undefined;
  listen?: string | undefined;
}

const REQUEST_BYTES = 64_000;

/** `openassay log witness`: watches another site's log, until it is stopped; resolves once it listens. */
export async function startWitness(
  { log, name = '', state: file = 'witness.json', listen = '127.0.0.1:8090' }: Watched,
  out: Writable,
): Promise<{ url: string; stop(): void }> {
  const own: State = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as State)
    : { key: signerOf(name, randomBytes(32), 'witness').skey, seen: {} };
  const signer = readSigner(own.key);
  if (!signer) throw new Error(`${file} holds no key of a witness.`);
  const keep = () => {
    writeFileSync(`${file}.new`, JSON.stringify(own), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  };
  keep();
  const logs = await Promise.all(log.split(',').map(readKey));
  const seen = (): ReadonlyMap<string, Checkpoint> =>
    new Map(Object.entries(own.seen).map(([origin, note]) => [origin, readCheckpoint(note)]));
  // One request after the other: what was seen is kept before the next is looked at.
  const answer = async (body: string): Promise<WitnessAnswer> => {
    const before = readFileSync(file, 'utf8');
    own.seen = (JSON.parse(before) as State).seen;
    const made = await addCheckpoint(
      body,
      { signer, logs, seen: seen() },
      Math.floor(Date.now() / 1000),
    );
    if (made.seen) {
      // Another process of the same witness was faster.
      if (readFileSync(file, 'utf8') !== before) return answer(body);
      own.seen[made.seen.origin] = made.seen.note;
      keep();
    }
    return made;
  };
  let turn: Promise<unknown> = Promise.resolve();
  const server = createServer(async (request, response) => {
    const isAsked = request.method === 'POST' && request.url === '/add-checkpoint';
    if (!isAsked) return response.writeHead(404).end('Post checkpoints to /add-checkpoint.\n');
    const body = await readBody(request).catch(() => '');
    const next = turn.then(() => answer(body));
    turn = next.catch(() => {});
    const made = await next.catch(() => ({ status: 500, body: 'This could not be kept.\n' }));
    const type = made.status === 409 ? 'text/x.tlog.size' : 'text/plain; charset=utf-8';
    return response.writeHead(made.status, { 'Content-Type': type }).end(made.body);
  });
  server.requestTimeout = 10_000;
  const [host, port] = listen.split(':');
  await new Promise<void>((resolve) => {
    server.listen(Number(port), host, resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  out.write(`Watching ${logs.map(({ name }) => name).join(', ')} at ${url}\n${signer.vkey}\n`);
  return { url, stop: () => server.close() };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request.setEncoding('utf8')) {
    body += part as string;
    if (body.length > REQUEST_BYTES) break;
  }
  return body;
}
