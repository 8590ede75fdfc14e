import { parse } from '@babel/parser';
import { spawn } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A small change that makes the program wrong. */
interface Fault {
  topic: string;
  /** Where it stood when it was drawn. Code that has moved is found again by its `line`. */
  file: string;
  line: string;
  /** From the start of the line, in characters. */
  column: number;
  from: string;
  to: string;
  /** Where the same logic stands today, where its line was rewritten. */
  now?: Partial<Pick<Fault, 'file' | 'line' | 'column' | 'from' | 'to'>>;
  /** The test file that noticed it when it was last tried, tried first; `.spec.ts` in a browser. */
  foundBy?: string;
  /** Why nobody could notice it: the program does the same with it. */
  same?: string;
}

const DRAWN = 'bench/faults.json';
const REPORT = 'test-results/fault.json';
const VITEST = 'node_modules/vitest/vitest.mjs';
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';
const TYPEGEN = ['node_modules/@react-router/dev/bin.cjs', 'typegen'];
const TYPES = ['node_modules/typescript/bin/tsc', '-p', '.'];
const SEED = 1606;
const EACH = 20;

/** Whose code must not be wrong, and where it stood when the faults were drawn. */
const TOPICS: Record<string, string> = {
  money: 'app/{funding,ledger,donations}/**/*.server.ts',
  results: 'app/{toxicology,results,testing}/**/*.ts',
  access:
    'app/{admin/{sign-in,fresh-factor,require-admin}*,admin/sign-in/*,lookup/*,platform/{admit,limits,proof,rate-limit,cookies,own-origin,own-browsers,address-lock,network,private-pages,refuse,visitor}*}.ts',
};

/** What stands for what, in code and in the SQL that stands in it. */
const SWAPS: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  true: 'false',
  false: 'true',
};
const SQL_SWAPS: [RegExp, string][] = [
  [/ and (?!lock)/g, ' or '],
  [/ <= /g, ' < '],
  [/ < /g, ' <= '],
  [/ >= /g, ' > '],
  [/ > /g, ' >= '],
  [/ = (?=\$|')/g, ' <> '],
  [/\bnot exists/g, 'exists'],
  [/ - /g, ' + '],
  [/\bsum\(/g, 'max('],
];

/**
 * Sixty small faults in code for money, results and access, and which test finds each.
 *
 * `npm run bench -- faults draw` draws them anew, by a seed, into `bench/faults.json`; that was done
 * once. `npm run bench -- faults 1 60` makes one after the other in the working tree, and takes it
 * back after the first step that fails: the test that found it last time, those of its folder, the
 * types, those that import its file, and then all but the browser's. A fault whose line is no longer
 * there, or there twice, is named; `now` then says in `faults.json` where the same logic stands.
 */
export async function benchFaults(say: (line: string) => void): Promise<string[]> {
  const [, , , first = '1', last = first] = process.argv;
  if (first === 'draw') {
    const faults = Object.entries(TOPICS).flatMap(([topic, glob]) => draw(topic, glob));
    writeFileSync(DRAWN, `${JSON.stringify(faults, undefined, 2)}\n`);
    return [`${faults.length} faults drawn into ${DRAWN}`];
  }
  const faults = JSON.parse(readFileSync(DRAWN, 'utf8')) as Fault[];
  // Types that fail anyway would be taken for having found every fault.
  await run(TYPEGEN);
  const { status, output } = await run(TYPES);
  if (status !== 0) throw new Error(`The types fail without a fault:\n${output}`);
  const results: string[] = [];
  for (let number = Number(first); number <= Math.min(Number(last), faults.length); number++) {
    const fault = faults[number - 1]!;
    const { from, to } = { ...fault, ...fault.now };
    const { file, found } = await tryFault(fault);
    const result = [number, fault.topic, file, `${from}→${to}`, found].join('\t');
    say(result);
    results.push(result);
  }
  return results;
}

async function tryFault(drawn: Fault): Promise<{ file: string; found: string }> {
  const fault = { ...drawn, ...drawn.now };
  const places = globSync('app/**/*.{ts,tsx}')
    .filter((file) => !isTest(file))
    .flatMap((file) => {
      const at = readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (line.trim() === fault.line.trim() ? [index] : []));
      return at.map((index) => ({ file, index }));
    });
  const base = path.basename(fault.file);
  const own = places.filter(({ file }) => file === fault.file);
  const moved = places.filter(({ file }) => path.basename(file) === base);
  const [place, other] = own.length > 0 ? own : moved.length > 0 ? moved : places;
  if (!place) return { file: fault.file, found: 'LINE IS GONE' };
  if (other) return { file: fault.file, found: `LINE IS THERE ${places.length} TIMES` };
  if (fault.same) return { file: place.file, found: `THE SAME: ${fault.same}` };
  const text = readFileSync(place.file, 'utf8');
  const lines = text.split('\n');
  const line = lines[place.index]!;
  const indent = line.length - line.trimStart().length;
  const column = fault.column - (fault.line.length - fault.line.trimStart().length) + indent;
  if (!line.startsWith(fault.from, column)) throw new Error(`${line} has no ${fault.from} there.`);
  lines[place.index] = line.slice(0, column) + fault.to + line.slice(column + fault.from.length);
  const restore = () => writeFileSync(place.file, text);
  process.once('exit', restore);
  try {
    writeFileSync(place.file, lines.join('\n'));
    return { file: place.file, found: await finder(place.file, fault.foundBy) };
  } finally {
    restore();
    process.off('exit', restore);
  }
}

/** The first step that fails. */
async function finder(file: string, foundBy = ''): Promise<string> {
  const report = ['--bail=1', '--reporter=json', `--outputFile=${REPORT}`];
  const vitest = (how: string, ...files: string[]) => [VITEST, how, ...report, ...files];
  if (foundBy.endsWith('.spec.ts')) {
    await run(['cli/run.cjs', 'build'], 'production');
    const { status } = await run([PLAYWRIGHT, 'test', foundBy, '--retries=0', '--max-failures=1']);
    if (status !== 0) return `found by ${foundBy}`;
  }
  const steps: [string, string[]][] = [
    ['known', isTest(foundBy) ? vitest('run', foundBy) : []],
    ['room', vitest('run', '--passWithNoTests', `${path.dirname(file)}/`)],
    ['types', TYPES],
    ['related', vitest('related', '--run', file)],
    ['all', vitest('run')],
  ];
  for (const [name, command] of steps) {
    if (command.length === 0) continue;
    rmSync(REPORT, { force: true });
    const { status, output } = await run(command);
    if (status === 0) continue;
    if (name === 'types') return 'found by types';
    try {
      const { testResults } = JSON.parse(readFileSync(REPORT, 'utf8')) as {
        testResults: {
          name: string;
          message: string;
          assertionResults: { status: string; fullName: string }[];
        }[];
      };
      const failed = testResults.flatMap(({ name: file, message, assertionResults }) => {
        const tests = assertionResults.filter((test) => test.status === 'failed');
        // A file that could not be loaded says why; one that was not begun any more says nothing.
        const names = message && assertionResults.length === 0 ? ['load'] : [];
        return [...tests.map(({ fullName }) => fullName), ...names].map(
          (test) => `found by ${path.relative('.', file)}: ${test}`,
        );
      });
      if (failed[0]) return failed[0];
    } catch {
      // Nothing was reported: the run itself broke.
    }
    if (name === 'all') return `found by a run that broke: ${output.slice(-300)}`;
  }
  return 'NOT FOUND';
}

function run(command: string[], kind = 'test'): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, NODE_ENV: kind };
    const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.on('close', (status) => resolve({ status, output }));
  });
}

/** One fault in each of so many files, or several once every file has one. */
function draw(topic: string, glob: string): Fault[] {
  const random = mulberry32(SEED + topic.length);
  const shuffled = <T>(all: T[]): T[] =>
    all
      .map((value) => ({ value, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ value }) => value);
  const files = globSync(glob)
    .filter((file) => !isTest(file) && !file.endsWith('/calls.ts'))
    .toSorted();
  const byFile = shuffled(files).map((file) => shuffled(faultsIn(topic, file)));
  const drawn: Fault[] = [];
  for (let round = 0; drawn.length < EACH; round++) {
    for (const faults of byFile) {
      if (faults[round] && drawn.length < EACH) drawn.push(faults[round]!);
    }
    if (round > 100) throw new Error(`There are fewer than ${EACH} faults of ${topic}.`);
  }
  return drawn;
}

function faultsIn(topic: string, file: string): Fault[] {
  const text = readFileSync(file, 'utf8');
  const { tokens = [] } = parse(text, {
    sourceType: 'module',
    plugins: ['typescript'],
    tokens: true,
  });
  const faults: Fault[] = [];
  const add = (start: number, from: string, to: string) => {
    const begin = text.lastIndexOf('\n', start - 1) + 1;
    const line = text.slice(begin, text.indexOf('\n', start));
    // Neither what is said in types nor what is imported runs.
    if (/^\s*(import|(export )?(type|interface))\b|^\s*\| |: [\w<>[\]|]+;$/.test(line)) return;
    // A line that is there twice could not be found again.
    if (text.split(line).length > 2) return;
    faults.push({ topic, file, line, column: start - begin, from, to });
  };
  for (const token of tokens as { type: { label?: string }; start: number; end: number }[]) {
    const word = text.slice(token.start, token.end);
    if (token.type.label?.startsWith('template')) {
      for (const [pattern, to] of SQL_SWAPS) {
        for (const hit of word.matchAll(pattern)) add(token.start + hit.index, hit[0], to);
      }
    } else if (token.type.label === 'num' && /^[\d_]+$/.test(word)) {
      add(token.start, word, String(Number(word.replaceAll('_', '')) + 1));
    } else if (Object.hasOwn(SWAPS, word) && token.type.label !== 'string') {
      // Types are written with < and > as well, but without a space before them.
      if (/^[<>]$/.test(word) && text[token.start - 1] !== ' ') continue;
      add(token.start, word, SWAPS[word]!);
    } else if (word === '!' && text[token.end] !== '=' && /[\s(]/.test(text[token.start - 1]!)) {
      add(token.start, word, '');
    }
  }
  return faults;
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** A generator of numbers from 0 to 1 that a seed repeats (mulberry32, public domain). */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
