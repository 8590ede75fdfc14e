import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';

/**
 * The most script a visit to the home page may load, as brotli: 130 KB of 1,000 bytes.
 */
export const HOME_SCRIPT_BYTES_MAX = 130_000;

/** The most script a visit to a report may load, as brotli. */
export const REPORT_SCRIPT_BYTES_MAX = 156_000;

/** The most files of script that a visitor's page may load. */
export const SCRIPT_FILES_MAX = 12;

/** Longer than the ten seconds that gathered events wait, which is the last thing a page does. */
const LATE_MS = 15_000;

/**
 * Opens an address in a browser that has nothing of the site yet and counts the scripts that it loads, and
 * their bytes of brotli, until nothing more comes; the page's clock is wound forward for that.
 */
export async function scriptsOf(
  page: Page,
  address: string,
): Promise<{ files: number; bytes: number }> {
  let files = 0;
  let bytes = 0;
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    const file = path.join('build/client', new URL(response.url()).pathname);
    // A compiled file lies compressed beside itself, if it is large enough.
    files += 1;
    bytes += statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
  });
  await page.clock.install();
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.clock.runFor(LATE_MS);
  await page.waitForTimeout(300); // what a timer began
  await page.waitForLoadState('networkidle');
  return { files, bytes };
}
