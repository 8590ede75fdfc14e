import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const STAMP = 'build/stamp';
/** What the compiled program is made of. */
const SOURCES = [
  'app',
  'cli',
  'db/data',
  'db/schema.ts',
  'db/schema',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
];
const COMPRESSED = /\.(js|css|svg|json|webmanifest|txt|xml)$/;

/** Whether what is compiled is current. */
export function isBuilt(): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digestOf(SOURCES);
}

/** Compiles the program unless what is compiled is current; returns whether it did. */
export function buildIfStale(say: (line: string) => void): boolean {
  if (isBuilt()) return false;
  say('Building the pages: once per version, in about half a minute …');
  // Of files that are no more (cli/run.cjs).
  rmSync('build/compile-cache', { recursive: true, force: true });
  compile(['node_modules/@react-router/dev/bin.cjs', 'build']);
  for (const file of filesBelow('build/client')) compress(file);
  writeFileSync(STAMP, digestOf(SOURCES));
  return true;
}

/** Runs a compiler of Node's; where it fails, says all that it said and throws. */
export function compile(command: string[], err: (text: string) => void = say): void {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, command, {
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status === 0) return;
  // In full: the cause comes last.
  err(`${stdout}${stderr}\n`);
  throw new Error('The build failed. What it said last, above, is why.', { cause: error });
}

function say(text: string): void {
  process.stderr.write(text);
}

/** Compressed once, here, so that no request has to. */
function compress(file: string): void {
  if (!COMPRESSED.test(file)) return;
  const bytes = readFileSync(file);
  if (bytes.length < 256) return; // below, the header that names the encoding takes what is saved
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, quality));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}

function digestOf(sources: string[]): string {
  const hash = createHash('sha256').update(process.versions.node);
  for (const file of sources.flatMap(filesBelow).toSorted()) {
    if (/\.test\.tsx?$/.test(file)) continue;
    hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesBelow(place: string): string[] {
  if (!existsSync(place)) return [];
  if (path.extname(place)) return [place];
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(place, entry.name);
    return entry.isDirectory() ? filesBelow(at) : [at];
  });
}

if (process.argv[1] === 'build') {
  console.log(buildIfStale(console.log) ? 'Built.' : 'The build is current.');
}
