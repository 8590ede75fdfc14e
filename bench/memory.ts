import { setTimeout as sleep } from 'node:timers/promises';
import { PLAIN_START, startProgram, type Program } from '#test/support/program.ts';
import { withMost } from './goal.ts';
import { cpuMs, residentMb } from './proc.ts';

const REQUESTS = 2_400;
const WARM_UP = 500;
const AT_ONCE = 16;
const REST_MS = 5_000;
const GOAL_MB = 250;

const PAGES =
  '/ /cart /add-product /success /donate /view-contributions /about /blog /faq /contact /legal /plasticlist /plasticlist/compare?ids=93,94 /risk-methodology /api/docs'.split(
    ' ',
  );

interface Load {
  /** Megabytes that the process holds: before the load, at most, and when it is over. */
  begun: number;
  highest: number;
  ended: number;
  /** What a request cost the process, whatever else the machine did. */
  cpuMsPerRequest: number;
}

/**
 * What the site's own process holds in memory under a load of all its pages, asked for under
 * other addresses, so that few are shared, and what its settings for that cost in processor time: as
 * a ratio to the same program with V8 left to itself.
 */
export async function benchMemory(say: (line: string) => void): Promise<string[]> {
  const starts = { 'as it is started': undefined, 'V8 left to itself': PLAIN_START };
  const loads: Load[] = [];
  for (const [name, start] of Object.entries(starts)) {
    say(name);
    loads.push(await loadProgram(start, say));
  }
  const [own, plain] = loads as [Load, Load];
  return [
    withMost(`as it is started: ${shown(own)}`, own.ended, GOAL_MB, 'MB after'),
    `V8 left to itself: ${shown(plain)}`,
    `processor time of a request: ${(own.cpuMsPerRequest / plain.cpuMsPerRequest).toFixed(2)} times that of V8 left to itself`,
  ];
}

function shown({ begun, highest, ended, cpuMsPerRequest }: Load): string {
  return `${begun} MB before ${REQUESTS} pages, ${highest} MB at most, ${ended} MB after; ${cpuMsPerRequest.toFixed(1)} ms of processor time each`;
}

async function loadProgram(
  start: typeof PLAIN_START | undefined,
  say: (line: string) => void,
): Promise<Load> {
  const program = await startProgram({}, start);
  try {
    const pages = await addressesOf(program);
    await askFor(pages, WARM_UP);
    const begun = residentMb(program.pid);
    const cpuBefore = cpuMs(program.pid);
    let highest = begun;
    for (let done = 0; done < REQUESTS; done += REQUESTS / 8) {
      await askFor(pages, REQUESTS / 8);
      highest = Math.max(highest, residentMb(program.pid));
      say(`${done + REQUESTS / 8} pages: ${residentMb(program.pid)} MB`);
    }
    const cpuMsPerRequest = (cpuMs(program.pid) - cpuBefore) / REQUESTS;
    await sleep(REST_MS);
    return { begun, highest, ended: residentMb(program.pid), cpuMsPerRequest };
  } finally {
    await program.stop();
  }
}

/** Every page, products and reports among them, under addresses that do not come again where the page reads any. */
async function addressesOf({ url }: Program): Promise<Iterator<string>> {
  const idsOf = async (path: string, key: string) => {
    const response = await fetch(url + path);
    const { items } = (await response.json()) as { items: Record<string, number>[] };
    return items.map((item) => item[key]);
  };
  const products = await idsOf('/api/products', 'id');
  const tested = await idsOf('/api/risk-levels', 'product_id');
  const paths = [
    ...PAGES,
    ...products.map((id) => `/product/${id}`),
    ...tested.map((id) => `/plasticlist/${id}`),
  ];
  return (function* endless() {
    for (let count = 0; ; count += 1) {
      const path = paths[count % paths.length] ?? '/';
      yield `${url}${ofItsOwn(path, count)}`;
    }
  })();
}

/** The page with a parameter that it reads, and that makes another page of it; else its one page. */
function ofItsOwn(path: string, count: number): string {
  const also = path.includes('?') ? '&' : '?';
  if (/^\/plasticlist\//.test(path)) return `${path}${also}weight=${(100 + (count % 1_900)) / 10}`;
  if (path === '/' || path === '/plasticlist') return `${path}${also}search=${count}`;
  return path === '/add-product' ? `${path}${also}name=${count}` : path;
}

async function askFor(pages: Iterator<string>, count: number): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left-- > 0) {
      const response = await fetch(pages.next().value as string);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${response.url} answered ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
