import { setTimeout as sleep } from 'node:timers/promises';
import { Visitor, type Answered } from '#test/support/visitor.ts';

export interface Shop {
  /** The processes that are open now; each step goes to any of them. */
  open(): string[];
  sandboxUrl: string;
}

/** Not once a moment: whoever looks at what a drill measures shares the machine with it. */
const PAUSE_MS = 150;

/** So many buyers, who each fund a product or two, pay, look at the success page, and begin anew. */
export function startBuyers(count: number, shop: Shop, productIds: number[]) {
  const told = {
    /** Sessions whose payment the hosted page has acknowledged. */
    paid: [] as string[],
    /** Answers that are nobody's fault but the site's, and how often each came. */
    faults: new Map<string, number>(),
    answers: 0,
    /** Since this was last set back to 0. */
    longestMs: 0,
  };
  const over = new AbortController();
  const any = <T>(list: T[]) => list[Math.floor(Math.random() * list.length)]!;
  const ask = async (visitor: Visitor, step: string, call: () => Promise<Answered>) => {
    visitor.moveTo(any(shop.open()));
    const began = performance.now();
    const { status, body } = await call().catch((error: Error) => ({
      status: 0,
      body: { error: String(error.cause ?? error) },
    }));
    told.answers += 1;
    told.longestMs = Math.max(told.longestMs, performance.now() - began);
    if (status === 0 || status >= 500) {
      const fault = `${step}: ${status} ${body?.error ?? ''}`;
      told.faults.set(fault, (told.faults.get(fault) ?? 0) + 1);
    }
    return { status, body };
  };
  const buyer = async () => {
    while (!over.signal.aborted) {
      const visitor = aVisitor(shop);
      await ask(visitor, 'page', () => visitor.get('/api/products'));
      const items = new Map([1, 2].map(() => [any(productIds), 1 + Math.floor(Math.random() * 3)]));
      const committed = await ask(visitor, 'checkout', () => visitor.commit(...items));
      if (committed.status === 200) {
        const { sessionId } = committed.body;
        const { status } = await visitor.payOnHostedPage(sessionId);
        if (status === 303) told.paid.push(sessionId);
        const path = `/api/checkout-success?session_id=${sessionId}`;
        await ask(visitor, 'success', () => visitor.get(path));
      }
      await sleep(PAUSE_MS);
    }
  };
  const all = Promise.all(Array.from({ length: count }, buyer));
  // Looked at by `stop`; a buyer that fails before must not end the program meanwhile.
  all.catch(() => {});
  /** Lets everybody finish what they are at. */
  const stop = () => {
    over.abort();
    return all;
  };
  return { told, stop };
}

/** Somebody new, at a process that is open. */
function aVisitor({ open, sandboxUrl }: Shop): Visitor {
  const sandbox = { url: sandboxUrl } as ConstructorParameters<typeof Visitor>[0]['sandbox'];
  return new Visitor({ url: open()[0]!, sandbox });
}

type Control = (path: string, body: object) => Promise<unknown>;

/**
 * What else happens to money: a payment that its bank contests, somebody else's payments that fit
 * nothing here, one of them contested, a monthly donation, and a product that a visitor adds. The
 * sessions that were paid.
 */
export async function payOddly(shop: Shop, control: Control, productId: number): Promise<string[]> {
  // What disputes cost is the project's, which starts with something to bear it.
  await control('transactions', { type: 'adjustment', amount: 10_000 });
  const pays = async (path: string, body: object, card?: string): Promise<string> => {
    const visitor = aVisitor(shop);
    const asked = await visitor.post(path, body);
    if (asked.status !== 200) throw new Error(`${path}: ${JSON.stringify(asked.body)}`);
    const { status } = await visitor.payOnHostedPage(asked.body.sessionId, card);
    if (status !== 303) throw new Error(`the hosted page answered ${status}`);
    return asked.body.sessionId;
  };
  const foreign = { amount: 3_000, email: 'somebody@example.org' };
  const payment = (await control('foreign', foreign)) as { payment_intent: string };
  await control('dispute', { payment_intent: payment.payment_intent, amount: 1_000 });
  await control('foreign', { amount: 1_700, email: 'somebody-else@example.org' });
  const asin = `B${String(Date.now()).slice(-9)}`;
  const submissionData = {
    amount: 30,
    brand: '',
    category: '',
    upc: '',
    comments: '',
    name: `Soup ${asin}`,
    product_url: `https://www.amazon.com/Soup/dp/${asin}`,
  };
  const cart = [{ productId, amount: 20 }];
  return [
    await pays('/api/create-checkout', { cart }, '4000 0000 0000 0259'),
    await pays('/api/create-subscription-checkout', { amount: 25 }),
    await pays('/api/create-product-submission-checkout', { submissionData }),
  ];
}

/** The products that need most, by their codes. */
export async function neediest(url: string): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; page <= 8; page += 1) {
    const query = `sort=current_amount&direction=asc&page=${page}`;
    const answered = await fetch(`${url}/api/products?${query}`);
    const { items } = (await answered.json()) as { items: { id: number }[] };
    ids.push(...items.map(({ id }) => id));
  }
  return ids;
}
