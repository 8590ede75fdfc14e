import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProgram } from '#test/support/program.ts';
import { withMost } from './goal.ts';
import { idsOf } from './pages.ts';

const REQUESTS = 2_400;
const AT_ONCE = 16;
/** Idle, Node collects what it left lying while it was busy, and gives that memory back. */
const REST_MS = 60_000;
const GOAL_MB = 300;
const PAGES =
  '/ /cart /add-product /success /donate /view-contributions /about /blog /faq /contact /legal /plasticlist /plasticlist/compare?ids=93,94 /risk-methodology /api/docs'.split(
    ' ',
  );

/** What the site's own process holds after a mixed load: every page, under addresses that seldom come again. */
export async function benchMemory(say: (line: string) => void): Promise<string[]> {
  const { url, pid, stop } = await startProgram();
  try {
    const paths = [
      ...PAGES,
      ...(await idsOf(`${url}/api/products`, 'id')).map((id) => `/product/${id}`),
      ...(await idsOf(`${url}/api/risk-levels`, 'product_id')).map((id) => `/plasticlist/${id}`),
    ];
    let count = 0;
    const worker = async () => {
      while (count < REQUESTS) {
        const path = ofItsOwn(paths[count % paths.length] ?? '/', count);
        count += 1;
        const response = await fetch(url + path);
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
        if (count % 400 === 0) say(`${count} pages: ${residentMb(pid)} MB`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const atOnce = residentMb(pid);
    await sleep(REST_MS);
    const held = residentMb(pid);
    return [
      `resident right after ${REQUESTS} pages: ${atOnce} MB`,
      withMost(`resident a minute after them: ${held} MB`, held, GOAL_MB, 'MB'),
    ];
  } finally {
    await stop();
  }
}

/** The page with a parameter that it reads, and that makes another page of it; else its one page. */
function ofItsOwn(path: string, count: number): string {
  if (/^\/plasticlist\/\d/.test(path)) return `${path}?weight=${(100 + (count % 1_900)) / 10}`;
  return path === '/' || path === '/plasticlist' ? `${path}?search=${count}` : path;
}

/** Read from /proc, which Linux has. */
function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) / 1024);
}
