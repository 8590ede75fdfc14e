import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as leaving from '#app/analytics/track.ts';
import { commitFunding, type CommitSteps } from './commit-funding.ts';
import type { FundingListItem, RemovedItem } from '#app/funding/cart-schema.ts';
import { COMMIT_UNREACHABLE } from '#app/funding/list-messages.ts';
import * as messages from '#app/funding/messages.ts';

const honey = itemOf(1001, 'Honey', 20);
const oats = itemOf(1002, 'Oats', 100);
const tuna = itemOf(1003, 'Tuna', 5);

function itemOf(id: number, name: string, amount: number): FundingListItem {
  return { id, productId: id, name, amount, target_amount: 1275, current_amount: 0 };
}

function gone({ productId, name, amount }: FundingListItem): RemovedItem {
  const message = messages.fullyFunded(name);
  return { productId, name, amount, reason: 'fully_funded', message };
}

function held({ productId, name, amount }: FundingListItem): RemovedItem {
  const message = messages.beingPaidFor(name);
  return { productId, name, amount, reason: 'being_paid_for', message };
}

const opened = { status: 200, body: { sessionId: 'cs_1', url: 'https://pay.example/cs_1' } };
const valid = (...validItems: FundingListItem[]) => ({
  status: 200,
  body: { validItems, removedItems: [] as RemovedItem[] },
});

interface Scripted {
  status: number;
  body: unknown;
}

let answers: (Scripted | Error)[];
let posted: [string, number[]][];
const ask = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', ask);
const leaveTo = vi.spyOn(leaving, 'leaveTo');
const steps = {
  confirm: vi.fn<CommitSteps['confirm']>(),
  refresh: vi.fn<CommitSteps['refresh']>(),
  replace: vi.fn<CommitSteps['replace']>(),
  track: vi.fn<CommitSteps['track']>(),
};

beforeEach(() => {
  vi.resetAllMocks();
  posted = [];
  leaveTo.mockImplementation(() => {});
  ask.mockImplementation(async (path, init) => {
    const { cart } = JSON.parse(String(init?.body)) as { cart: FundingListItem[] };
    posted.push([String(path), cart.map((item) => item.amount)]);
    const next = answers.shift();
    if (!next) throw new Error('nobody expected this call');
    if (next instanceof Error) throw next;
    const text = typeof next.body === 'string' ? next.body : JSON.stringify(next.body);
    return new Response(text, { status: next.status });
  });
});

describe('commitFunding', () => {
  it('validates, opens a checkout, counts it and leaves', async () => {
    answers = [valid(honey, oats), opened];
    expect(await commitFunding([honey, oats], steps)).toBe('left');
    expect(posted).toEqual([
      ['/api/validate-cart', [20, 100]],
      ['/api/create-checkout', [20, 100]],
    ]);
    expect(steps.confirm).not.toHaveBeenCalled();
    expect(steps.replace).not.toHaveBeenCalled();
    expect(leaveTo.mock.calls).toEqual([['https://pay.example/cs_1']]);
    expect(steps.track.mock.calls).toEqual([
      ['Commit Funding', { item_count: 2, total_amount: 120 }],
    ]);
  });

  it('asks for nothing when the list is empty', async () => {
    answers = [];
    expect(await commitFunding([], steps)).toEqual(refusedWith(messages.CART_EMPTY));
    expect(posted).toEqual([]);
  });

  it('says so when everything has been funded by others, and marks it', async () => {
    answers = [{ status: 200, body: { validItems: [], removedItems: [gone(honey), gone(oats)] } }];
    expect(await commitFunding([honey, oats], steps)).toEqual(
      refusedWith(
        'All items in your cart have been fully funded by others. Please select different products.',
      ),
    );
    expect(steps.refresh.mock.calls[0]?.[0]).toEqual([
      { id: 1001, name: 'Honey', target_amount: 1275, current_amount: 1275 },
      { id: 1002, name: 'Oats', target_amount: 1275, current_amount: 1275 },
    ]);
    expect(steps.replace).not.toHaveBeenCalled();
  });

  it("shows an item's own message when somebody else is paying for it", async () => {
    answers = [{ status: 200, body: { validItems: [], removedItems: [held(honey)] } }];
    expect(await commitFunding([honey], steps)).toEqual(
      refusedWith(messages.beingPaidFor('Honey')),
    );
    expect(steps.refresh.mock.calls).toEqual([[[]]]);
    expect(steps.replace).not.toHaveBeenCalled();
  });

  it('names both kinds when nothing is left for different reasons', async () => {
    answers = [{ status: 200, body: { validItems: [], removedItems: [gone(honey), held(oats)] } }];
    expect(await commitFunding([honey, oats], steps)).toEqual(
      refusedWith(messages.someRemoved(['Honey']), messages.beingPaidFor('Oats')),
    );
  });

  it('asks before going on with the rest, and goes on with the rest alone', async () => {
    answers = [
      { status: 200, body: { validItems: [oats], removedItems: [gone(honey), held(tuna)] } },
      opened,
    ];
    steps.confirm.mockResolvedValue(true);
    expect(await commitFunding([honey, oats, tuna], steps)).toBe('left');
    expect(steps.confirm.mock.calls[0]?.[0]).toMatchObject({
      sentences: [
        "Some items were removed as they've been fully funded: Honey",
        messages.beingPaidFor('Tuna'),
      ],
      totalDollars: 100,
    });
    expect(posted[1]).toEqual(['/api/create-checkout', [100]]);
    // What somebody else is paying for may come free again.
    expect(steps.replace.mock.calls).toEqual([[[oats, tuna]]]);
  });

  it('offers a second payment for what is more than one takes, and keeps the whole list', async () => {
    const sentence = messages.onePaymentTakes({ lines: 1, cents: 127_500 });
    const waiting = [honey, tuna].map(({ productId, name, amount }): RemovedItem => {
      return { productId, name, amount, reason: 'next_payment', message: sentence };
    });
    answers = [{ status: 200, body: { validItems: [oats], removedItems: waiting } }, opened];
    steps.confirm.mockResolvedValue(true);
    expect(await commitFunding([honey, oats, tuna], steps)).toBe('left');
    expect(steps.confirm.mock.calls[0]?.[0]).toMatchObject({
      sentences: [
        'One payment can take up to 1 product and $1,275 right now. The rest stays on your list for a second payment.',
      ],
      totalDollars: 100,
    });
    expect(posted[1]).toEqual(['/api/create-checkout', [100]]);
    expect(steps.replace.mock.calls).toEqual([[[honey, oats, tuna]]]);
  });

  it('leaves the list as it was when the visitor cancels', async () => {
    answers = [{ status: 200, body: { validItems: [oats], removedItems: [gone(honey)] } }];
    steps.confirm.mockResolvedValue(false);
    expect(await commitFunding([honey, oats], steps)).toEqual([]);
    expect(posted).toHaveLength(1);
    expect(steps.replace).not.toHaveBeenCalled();
    expect(steps.track).not.toHaveBeenCalled();
  });

  it('asks before a smaller amount is paid', async () => {
    answers = [valid({ ...oats, amount: 40, current_amount: 1235 }), opened];
    steps.confirm.mockResolvedValue(true);
    expect(await commitFunding([oats], steps)).toBe('left');
    expect(steps.confirm.mock.calls[0]?.[0]).toMatchObject({
      changes: { capped: [{ productId: 1002, name: 'Oats', fromDollars: 100, toDollars: 40 }] },
      sentences: [messages.lessIsNeeded('Oats', 40)],
      totalDollars: 40,
    });
    expect(posted[1]).toEqual(['/api/create-checkout', [40]]);
  });

  it('asks again when the list changes between the two calls', async () => {
    const capped = { ...oats, amount: 60 };
    const refusal = { error: 'x', validItems: [capped], removedItems: [gone(honey)] };
    answers = [valid(honey, oats), { status: 409, body: refusal }, opened];
    steps.confirm.mockResolvedValue(true);
    expect(await commitFunding([honey, oats], steps)).toBe('left');
    expect(steps.confirm).toHaveBeenCalledTimes(1);
    expect(steps.confirm.mock.calls[0]?.[0].changes.capped).toEqual([
      { productId: 1002, name: 'Oats', fromDollars: 100, toDollars: 60 },
    ]);
    expect(posted.map(([, amounts]) => amounts)).toEqual([[20, 100], [20, 100], [60]]);
  });

  it('stops when the second answer leaves nothing', async () => {
    const refusal = { error: 'x', validItems: [], removedItems: [gone(honey)] };
    answers = [valid(honey), { status: 409, body: refusal }];
    expect(await commitFunding([honey], steps)).toEqual(refusedWith(messages.ALL_FULLY_FUNDED));
  });

  it('does not ask, or try, for ever when a conflict names no change', async () => {
    const busy = messages.CHECKOUT_BEING_STARTED;
    answers = [valid(honey), { status: 409, body: { error: busy } }];
    expect(await commitFunding([honey], steps)).toEqual(refusedWith(busy));
    const same = { error: busy, validItems: [honey], removedItems: [] };
    answers = [valid(honey), { status: 409, body: same }];
    expect(await commitFunding([honey], steps)).toEqual(refusedWith(busy));
  });

  it.each([undefined, '', 'nonsense', '/relative', 'javascript:alert(1)', 7])(
    'does not leave for %j',
    async (url) => {
      answers = [valid(honey), { status: 200, body: { sessionId: 'cs_1', url } }];
      expect(await commitFunding([honey], steps)).toEqual(
        refusedWith('Failed to initialize Stripe'),
      );
      expect(leaveTo).not.toHaveBeenCalled();
      expect(steps.track).not.toHaveBeenCalled();
    },
  );

  it('passes on the sentence of any other refusal, from either call', async () => {
    answers = [{ status: 429, body: { error: 'Too many.' } }];
    expect(await commitFunding([honey], steps)).toEqual(refusedWith('Too many.'));
    answers = [valid(honey), { status: 502, body: { error: 'Out of reach.' } }];
    expect(await commitFunding([honey], steps)).toEqual(refusedWith('Out of reach.'));
  });

  it('has a sentence for answers that are none, and for no answer', async () => {
    answers = [{ status: 500, body: '<html>' }];
    expect(await commitFunding([honey], steps)).toEqual(refusedWith(messages.COMMIT_FAILED));
    answers = [valid(honey), new TypeError('network')];
    expect(await commitFunding([honey], steps)).toEqual(refusedWith(COMMIT_UNREACHABLE));
    expect(leaveTo).not.toHaveBeenCalled();
  });
});

function refusedWith(...sentences: string[]) {
  return sentences;
}
