import { chromium } from '@playwright/test';
import { browserLaunch } from '#test/support/browser.ts';
import { HOME_SCRIPT_BYTES_MAX, inAll, weighPage } from '#test/support/page-weight.ts';
import { startProgram } from '#test/support/program.ts';
import { withMost } from './goal.ts';

/** The scripts that a first visit to the home page loads, as brotli, in kilobytes (1,000 bytes). */
export async function benchWeight(): Promise<string[]> {
  const program = await startProgram();
  const browser = await chromium.launch(browserLaunch());
  try {
    const weight = await weighPage(await browser.newPage(), program.url);
    const kilobytes = inAll(weight, 'script').brotli / 1_000;
    const text = `scripts of the home page: ${kilobytes.toFixed(1)} KB`;
    return [withMost(text, kilobytes, HOME_SCRIPT_BYTES_MAX / 1_000, 'KB')];
  } finally {
    await browser.close();
    await program.stop();
  }
}
