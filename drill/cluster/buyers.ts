import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sites } from './sites.ts';
import type { Writes } from './writes.ts';

/** A moment at which somebody was told that something is safe, and the session that it is about. */
export interface Acknowledged {
  /** A checkout was answered; the hosted page took the money; a page said that it was recorded. */
  what: 'reserved' | 'paid' | 'shown';
  session: string;
}

const BUYERS = 16;
/** Pressed again by a person who was told to come back. */
const TRIES = 60;
const AGAIN_MS = 1_000;
const PATIENCE_MS = 60_000;
const CARD = {
  method: 'card',
  card_number: '4242424242424242',
  card_expiry: '12 / 34',
  card_cvc: '123',
  card_name: 'A visitor',
};

/** Sixteen who fund by way of the balancer, and a record of all that they were told. */
export class Buyers {
  readonly #sites: Sites;
  readonly #file: string;
  readonly #products: number[];
  readonly #pauseMs: number;
  /** Told of each checkout: what visitors notice of a blow. */
  readonly #writes: Writes;
  /** What was answered and is neither success nor asks to come back, by its words. */
  readonly oddAnswers = new Map<string, number>();
  #isOver = false;
  #all: Promise<unknown> = Promise.resolve();

  constructor(sites: Sites, file: string, products: number[], pauseMs: number, writes: Writes) {
    this.#sites = sites;
    this.#file = file;
    this.#products = products;
    this.#pauseMs = pauseMs;
    this.#writes = writes;
  }

  start(): void {
    this.#all = Promise.all(Array.from({ length: BUYERS }, (_, number) => this.#buy(number)));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#all;
  }

  async #buy(number: number): Promise<void> {
    while (!this.#isOver) {
      await sleep(this.#pauseMs * (0.5 + Math.random()));
      const session = await this.#commit(number);
      if (!session) continue;
      this.#note({ what: 'reserved', session });
      const form = new URLSearchParams({ ...CARD, email: `buyer-${number}@example.org` });
      const paid = await ask(`${this.#sites.sandbox.url}/c/pay/${session}`, { body: form });
      if (paid.status !== 303) continue;
      this.#note({ what: 'paid', session });
      const page = `${this.#sites.balancer}/api/checkout-success?session_id=${session}`;
      const shown = await ask(page, { headers: from(number) });
      if (shown.status === 200) this.#note({ what: 'shown', session });
      else this.#noteOdd('success', shown);
    }
  }

  /** A checkout, asked for until there is one, as by a person; undefined where they give up. */
  async #commit(number: number): Promise<string | undefined> {
    const body = cartOf(this.#products);
    for (let tries = 0; tries < TRIES && !this.#isOver; tries += 1) {
      const headers = { 'Content-Type': 'application/json', ...from(number) };
      const asked = await ask(`${this.#sites.balancer}/api/create-checkout`, { headers, body });
      if (asked.status === 200) {
        this.#writes.note();
        return asked.body.sessionId;
      }
      this.#noteOdd('checkout', asked);
      if (asked.status === 409) return undefined;
      await sleep(AGAIN_MS);
    }
    return undefined;
  }

  #note(acknowledged: Acknowledged): void {
    appendFileSync(this.#file, `${JSON.stringify(acknowledged)}\n`);
  }

  #noteOdd(step: string, { status, body }: Asked): void {
    const key = `${step} ${status} ${body?.error ?? ''}`;
    this.oddAnswers.set(key, (this.oddAnswers.get(key) ?? 0) + 1);
  }
}

/** All that anyone was told on this folder, in earlier rounds too. */
export function acknowledgedIn(file: string): Acknowledged[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Acknowledged);
}

/** One product and a few dollars for it. */
export function cartOf(products: number[]): string {
  const productId = products[Math.floor(Math.random() * products.length)];
  return JSON.stringify({ cart: [{ productId, amount: 1 + Math.floor(Math.random() * 3) }] });
}

/** A visitor with an address of their own, of those that are kept for measuring (RFC 2544). */
export function from(number: number): Record<string, string> {
  return { 'X-Forwarded-For': `198.18.${number}.${1 + Math.floor(Math.random() * 250)}` };
}

interface Asked {
  /** 0 where there was no answer. */
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

interface Question {
  headers?: Record<string, string>;
  body?: string | URLSearchParams;
}

/** One request, posted where it has a body. */
export async function ask(url: string, question: Question = {}, ms = PATIENCE_MS): Promise<Asked> {
  try {
    const method = question.body === undefined ? 'GET' : 'POST';
    const signal = AbortSignal.timeout(ms);
    const response = await fetch(url, { ...question, method, signal, redirect: 'manual' });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : undefined };
  } catch {
    return { status: 0, body: undefined };
  }
}
