import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { TAKEN_OVER } from '#app/platform/http/taken-over.ts';

/** Bytes as they travel: as brotli and as gzip; the same where a file is not worth compressing. */
export interface Bytes {
  brotli: number;
  gzip: number;
}

export const KINDS = ['script', 'stylesheet', 'font', 'document'] as const;
export type Kind = (typeof KINDS)[number];

/** What one visit loads, by kind of file. */
export interface Weight {
  /** Until the page's `load` event: what it needs to be there and to work. */
  first: Record<Kind, Bytes>;
  /** After it, with nobody touching anything. */
  late: Record<Kind, Bytes>;
  /** After that, once a key is pressed. */
  touched: Record<Kind, Bytes>;
}

/**
 * The most script a visit to the home page may load, as brotli: 130 KB of 1,000 bytes (design "Speed
 * is a feature").
 */
export const HOME_SCRIPT_BYTES_MAX = 130_000;

/** Longer than the ten seconds that gathered events wait, which is the last thing a page does. */
const LATE_MS = 15_000;

/**
 * Opens an address in a browser that has nothing of the site yet and adds up what it asks for, until
 * nothing more comes, first without an action, for which the page's clock is wound forward, and then
 * after one.
 */
export async function weighPage(page: Page, address: string): Promise<Weight> {
  const weight: Weight = { first: noBytes(), late: noBytes(), touched: noBytes() };
  const weighing: Promise<void>[] = [];
  let part: keyof Weight = 'first';
  page.on('response', (response) => {
    const kind = KINDS.find((one) => one === response.request().resourceType());
    const isRedirect = response.status() >= 300 && response.status() < 400;
    if (kind && !isRedirect) weighing.push(add(weight[part][kind], response));
  });
  const taken = Promise.withResolvers<void>();
  await page.exposeFunction('isTakenOver', taken.resolve);
  await page.addInitScript((event) => {
    addEventListener(event, () => (window as unknown as { isTakenOver(): void }).isTakenOver());
  }, TAKEN_OVER);
  await page.clock.install();
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForLoadState('networkidle');
  part = 'late';
  await page.clock.runFor(LATE_MS);
  await page.waitForTimeout(300); // what a timer began
  await page.waitForLoadState('networkidle');
  part = 'touched';
  await page.keyboard.press('Shift');
  await taken.promise; // however long its scripts take to come
  await page.waitForTimeout(300);
  await page.waitForLoadState('networkidle');
  await Promise.all(weighing);
  return weight;
}

/** All parts of a visit, of one kind of file. */
export function inAll({ first, late, touched }: Weight, kind: Kind): Bytes {
  return {
    brotli: first[kind].brotli + late[kind].brotli + touched[kind].brotli,
    gzip: first[kind].gzip + late[kind].gzip + touched[kind].gzip,
  };
}

async function add(sum: Bytes, response: Response): Promise<void> {
  const { brotli, gzip } = compiledSizes(response) ?? (await answeredSizes(response));
  sum.brotli += brotli;
  sum.gzip += gzip;
}

/** A compiled file lies compressed beside itself, if it is large enough. */
function compiledSizes(response: Response): Bytes | undefined {
  const file = path.join('build/client', new URL(response.url()).pathname);
  if (!existsSync(file) || !statSync(file).isFile()) return undefined;
  const size = (suffix: string) => statSync(existsSync(file + suffix) ? file + suffix : file).size;
  return { brotli: size('.br'), gzip: size('.gz') };
}

/** Pages are compressed as they are sent, by gzip only. */
async function answeredSizes(response: Response): Promise<Bytes> {
  const { length } = gzipSync(await response.body());
  return { brotli: length, gzip: length };
}

function noBytes(): Record<Kind, Bytes> {
  const none = () => ({ brotli: 0, gzip: 0 });
  return { script: none(), stylesheet: none(), font: none(), document: none() };
}
