import { existsSync, readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { startProgram, type Program } from '#test/support/program.ts';

const PICTURES = 1_000;
const AT_ONCE = 16;
/** Pages timed without pictures; half of them before, half after. */
const PAGES_ALONE = 300;
const WARM_PAGES = 1_500;
const WARM_PICTURES = 200;

/** A heap that may grow hides a leak: in this one garbage is collected, and a leak ends the run. */
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=200 --max-semi-space-size=8' };

/**
 * What a thousand share images do to the program that draws them: every one of another product,
 * person or size, so that none is kept already, sixteen asked for at once, and pages timed beside
 * them, one after the other. Pages are rated as a ratio to the same pages with nothing beside them.
 */
export async function benchShare(say: (line: string) => void): Promise<string[]> {
  const program = await startProgram(SMALL_HEAP);
  try {
    const ids = await testedIds(program);
    const pictures = pictureAddresses(program, ids);
    const pages = pageAddresses(program, ids);
    // Everything is cold, and memory grows with the first pages and the largest pictures.
    const warming = fetchAll(pictures.splice(-WARM_PICTURES));
    await timed(pages, WARM_PAGES);
    await warming;
    const before = await timed(pages, PAGES_ALONE / 2);
    const begin = residentMb(program.pid);
    const asked = pictures.slice(0, PICTURES);
    const began = performance.now();
    let isDrawing = true;
    const drawing = (async () => {
      await fetchAll(asked.slice(0, PICTURES / 2));
      const half = residentMb(program.pid);
      await fetchAll(asked.slice(PICTURES / 2));
      isDrawing = false;
      return half;
    })();
    const beside = await timed(pages, Infinity, () => isDrawing);
    const half = await drawing;
    const seconds = (performance.now() - began) / 1000;
    const end = residentMb(program.pid);
    const alone = [...before, ...(await timed(pages, PAGES_ALONE / 2))];
    say(`pages alone: median ${shown(alone, 0.5)}, 95% within ${shown(alone, 0.95)}`);
    say(`pages beside: median ${shown(beside, 0.5)}, 95% within ${shown(beside, 0.95)}`);
    return [
      `${asked.length} share images, ${AT_ONCE} at once, in ${seconds.toFixed(0)} s: ${(asked.length / seconds).toFixed(1)} a second`,
      `memory before ${begin} MB, after half of them ${half} MB, after all ${end} MB`,
      `${beside.length} pages beside them: ${ratio(beside, alone, 0.5)} times the median, ${ratio(beside, alone, 0.95)} times the 95th percentile of pages alone; the longest ${shown(beside, 1)}`,
    ];
  } finally {
    await program.stop();
  }
}

async function testedIds({ url }: Program): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const { items } = await json<{ items: { product_id: number }[] }>(
      `${url}/api/risk-levels?page=${page}`,
    );
    if (items.length === 0) return ids;
    ids.push(...items.map(({ product_id }) => product_id));
  }
}

/** Each another picture: the usual sizes first. */
function pictureAddresses({ url }: Program, ids: number[]): string[] {
  return [2, 1, 3].flatMap((ratio) =>
    ['child', 'adult'].flatMap((weight) =>
      ids.map((id) => `${url}/plasticlist/${id}/report.png?ratio=${ratio}&weight=${weight}`),
    ),
  );
}

/** Reports without end, each asked for under another address: pages are shared for a second. */
function* pageAddresses({ url }: Program, ids: number[]): Generator<string> {
  for (let count = 0; ; count += 1) {
    yield `${url}/plasticlist/${ids[count % ids.length]}?page=${count}`;
  }
}

async function fetchAll(addresses: string[]): Promise<void> {
  const waiting = addresses.toReversed();
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const response = await fetch(next);
      const { byteLength } = await response.arrayBuffer();
      if (response.status !== 200 || byteLength < 10_000) {
        throw new Error(`${next} answered ${response.status} with ${byteLength} bytes`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Milliseconds of one page after the other, so many or while something goes on. */
async function timed(
  pages: Iterator<string>,
  count: number,
  goesOn: () => boolean = () => true,
): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count && goesOn()) {
    const began = performance.now();
    const response = await fetch(pages.next().value as string);
    await response.text();
    if (response.status !== 200) throw new Error(`${response.url} answered ${response.status}`);
    times.push(performance.now() - began);
  }
  return times;
}

/** What the process holds in memory, all its threads included. */
function residentMb(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kilobytes = existsSync(status)
    ? /VmRSS:\s*(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Math.round(Number(kilobytes) / 1024);
}

async function json<T>(address: string): Promise<T> {
  const response = await fetch(address);
  return (await response.json()) as T;
}

function ratio(beside: number[], alone: number[], share: number): string {
  return (quantile(beside, share) / quantile(alone, share)).toFixed(2);
}

function shown(times: number[], share: number): string {
  return `${quantile(times, share).toFixed(0)} ms`;
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
