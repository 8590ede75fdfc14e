import { chromium } from '@playwright/test';
import { browserLaunch } from '#test/support/browser.ts';
import { HOME_SCRIPT_BYTES_MAX, scriptsOf } from '#test/support/page-weight.ts';
import { startProgram } from '#test/support/program.ts';
import { withMost } from './goal.ts';

/** The scripts that a first visit to the home page loads, as brotli, in kilobytes (1,000 bytes). */
export async function benchWeight(): Promise<string[]> {
  const program = await startProgram();
  const browser = await chromium.launch(browserLaunch());
  try {
    const { bytes } = await scriptsOf(await browser.newPage(), program.url);
    const kilobytes = bytes / 1_000;
    const text = `scripts of the home page: ${kilobytes.toFixed(1)} KB`;
    return [withMost(text, kilobytes, HOME_SCRIPT_BYTES_MAX / 1_000, 'KB')];
  } finally {
    await browser.close();
    await program.stop();
  }
}
