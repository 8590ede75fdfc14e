import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadOrder as load, type CompletedOrder } from './use-order.ts';
import { ORDER_UNREACHABLE, PAYMENT_PROCESSING } from './order-messages.ts';

const order = {
  kind: 'subscription',
  totalAmount: 25,
  email: 'reader@example.org',
  products: [{ productId: 1001, name: 'Honey', brand: 'Acacia', amount: 25 }],
  subscriptionId: 'sub_1',
  customerId: 'cus_1',
  isOwn: true,
};
const paid = { success: true, checkoutData: order };

/** What this tab keeps, and what its browser does. */
let stored: Map<string, string>;
let shared: Map<string, string>;
const ask = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', ask);
const onCompleted = vi.fn<(order: CompletedOrder) => void>();
const loadOrder = (sessionId: string) => load(sessionId, onCompleted);

beforeEach(() => {
  vi.resetAllMocks();
  shared = new Map();
  openTab();
});

function openTab(): void {
  stored = new Map();
  const [sessionStorage, localStorage] = [storageOf(stored), storageOf(shared)];
  vi.stubGlobal('window', { sessionStorage, localStorage });
}

function storageOf(map: Map<string, string>) {
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  };
}

function answers(status: number, body: unknown) {
  ask.mockResolvedValueOnce(
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
  );
}

describe('loadOrder', () => {
  it('asks and counts once, and shows the same order after a reload', async () => {
    answers(200, paid);
    expect(await loadOrder('cs_a/b')).toMatchObject({ kind: 'order', order });
    expect(ask.mock.calls.map(([url]) => url)).toEqual([
      '/api/checkout-success?session_id=cs_a%2Fb',
    ]);
    expect(await loadOrder('cs_a/b')).toEqual({ kind: 'order', order });
    expect(ask).toHaveBeenCalledTimes(1);
    expect(onCompleted).toHaveBeenCalledTimes(1);
  });

  it('shows the order of a payer who had themselves erased, and keeps it like any other', async () => {
    const { email: _, ...unnamed } = order;
    answers(200, { success: true, checkoutData: { ...unnamed, email: null } });
    const shown = { kind: 'order', order: { ...unnamed, email: null } };
    expect(await loadOrder('cs_1')).toEqual(shown);
    expect(await loadOrder('cs_1')).toEqual(shown);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('counts each checkout for itself', async () => {
    answers(200, paid);
    answers(200, paid);
    await loadOrder('cs_1');
    await loadOrder('cs_2');
    expect(onCompleted).toHaveBeenCalledTimes(2);
  });

  it('shows the order in another tab, but neither counts it nor clears a newer list', async () => {
    answers(200, paid);
    answers(200, paid);
    await loadOrder('cs_1');
    openTab();
    expect(await loadOrder('cs_1')).toMatchObject({ kind: 'order', order });
    expect(onCompleted).toHaveBeenCalledTimes(1);
    expect(JSON.stringify([...shared])).not.toContain('reader@example.org');
  });

  it('asks again, but does not count again, where only the flag has been kept', async () => {
    answers(200, paid);
    await loadOrder('cs_1');
    for (const key of stored.keys()) if (key.includes('order')) stored.set(key, 'nonsense');
    answers(200, paid);
    expect(await loadOrder('cs_1')).toMatchObject({ kind: 'order' });
    expect(onCompleted).toHaveBeenCalledTimes(1);
  });

  it('shows the order without storage', async () => {
    vi.stubGlobal('window', {});
    answers(200, paid);
    expect(await loadOrder('cs_1')).toMatchObject({ order });
    expect(onCompleted).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['an error of the server', 404, { success: false, error: 'No such order.' }, 'No such order.'],
    ['an answer without a sentence', 500, '<html>', 'Failed to retrieve order details'],
    ['a failure in a 200', 200, { success: false, error: 'Not paid.' }, 'Not paid.'],
  ])('says %s', async (_, status, body, sentence) => {
    answers(status, body);
    expect(await loadOrder('cs_1')).toEqual({
      kind: 'failed',
      sentence: `[ERROR]: ${sentence}`,
    });
    expect(onCompleted).not.toHaveBeenCalled();
    expect(stored.size).toBe(0);
  });

  it('says when the network failed, and finds the order at the next try', async () => {
    ask.mockRejectedValueOnce(new TypeError('network'));
    expect(await loadOrder('cs_1')).toEqual({
      kind: 'failed',
      sentence: ORDER_UNREACHABLE,
    });
    answers(200, paid);
    expect(await loadOrder('cs_1')).toMatchObject({ kind: 'order' });
  });

  it.each([
    [409, { success: false, error: PAYMENT_PROCESSING }],
    [202, { success: false, error: PAYMENT_PROCESSING }],
  ])('is calm about a payment that takes its time (%d)', async (status, body) => {
    answers(status, body);
    expect(await loadOrder('cs_1')).toEqual({
      kind: 'processing',
      sentence: PAYMENT_PROCESSING,
    });
    expect(onCompleted).not.toHaveBeenCalled();
  });
});
