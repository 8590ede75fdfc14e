import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { browserLaunch } from '#test/support/browser.ts';
import { startProgram } from '#test/support/program.ts';
import { median } from './median.ts';

/** Fetched from npm for the run alone: with what it brings it is larger than all else together. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = 3;
const PAGES = ['/', '/product/1001', '/plasticlist', '/plasticlist/93', '/blog', '/faq', '/donate'];

/** Points of 100 that each category is to have at least. */
const GOALS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
type Category = keyof typeof GOALS;
const CATEGORIES = Object.keys(GOALS) as Category[];

/** Shown beside the points, in milliseconds, but for the layout shift, which has no unit. */
const TIMINGS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
] as const;

interface Report {
  categories: Record<Category, { score: number | null }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
}

/**
 * What Lighthouse says of the main pages on its mobile preset (a slow phone on a slow network,
 * worked out from what it sees here), with every audit: the median of three runs each. Fails where
 * a page misses a goal.
 */
export async function benchLighthouse(say: (line: string) => void): Promise<string[]> {
  const program = await startProgram();
  const folder = mkdtempSync(path.join(tmpdir(), 'openassay-lighthouse-'));
  const lines = [['page', ...CATEGORIES, ...TIMINGS].join('\t')];
  const missed: string[] = [];
  try {
    for (const page of PAGES) {
      const reports: Report[] = [];
      for (let run = 1; run <= RUNS; run++) {
        say(`${page}, ${run} of ${RUNS}`);
        reports.push(await look(program.url + page, path.join(folder, 'report.json')));
      }
      const points = CATEGORIES.map((category) => median(reports.map(pointsFor(category))));
      const timings = TIMINGS.map((id) =>
        median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN)),
      );
      lines.push([page, ...points, ...timings.map((value) => Number(value.toFixed(2)))].join('\t'));
      CATEGORIES.forEach((category, at) => {
        if ((points[at] ?? 0) < GOALS[category]) missed.push(`${page}: ${category} ${points[at]}`);
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await program.stop();
  }
  if (missed.length > 0) throw new Error(`${lines.join('\n')}\n\nMissed: ${missed.join('; ')}`);
  return lines;
}

async function look(address: string, file: string): Promise<Report> {
  const { executablePath, args, env } = browserLaunch();
  const flags = ['--headless', ...args].join(' ');
  await promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      address,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--chrome-flags=${flags}`,
    ],
    { env: { ...process.env, ...env, CHROME_PATH: executablePath } },
  );
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

function pointsFor(category: Category) {
  return ({ categories }: Report) => Math.round((categories[category].score ?? 0) * 100);
}
