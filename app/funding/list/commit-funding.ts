import { leaveFor } from './leave-for.ts';
import type { FundableProduct } from './funding-list.ts';
import {
  cartChanges,
  changeSentences,
  hasChanges,
  nothingLeftSentences,
  type CartChanges,
} from '#app/funding/cart-changes.ts';
import type { CartValidation, FundingListItem, RemovedItem } from '#app/funding/cart-schema.ts';
import { COMMIT_UNREACHABLE } from '#app/funding/list-messages.ts';
import { CART_EMPTY, COMMIT_FAILED, STRIPE_FAILED } from '#app/funding/messages.ts';
import { ask } from '#app/http/ask.ts';
import type { track } from '#app/analytics/track.ts';

/** What the visitor is asked before less than the whole list is paid for. */
export interface CommitQuestion {
  changes: CartChanges;
  sentences: string[];
  /** What would be paid for. */
  validItems: FundingListItem[];
  totalDollars: number;
}

/** The world around a commit. */
export interface CommitSteps {
  signal?: AbortSignal;
  /** Asks the visitor whether to go on with the rest. */
  confirm: (question: CommitQuestion) => Promise<boolean>;
  /** Hears of products that others have fully funded. */
  refresh: (products: FundableProduct[]) => void;
  /** Hears of the list that is left once the visitor has agreed to a change. */
  replace: (items: FundingListItem[]) => void;
  track: typeof track;
}

/**
 * Commits a funding list: validates it, lets the visitor
 * confirm whatever has changed, opens a checkout and leaves for it. What others fund between the
 * two calls is asked about again. Nothing leaves the list before the visitor has agreed.
 */
export async function commitFunding(items: FundingListItem[], steps: CommitSteps) {
  if (items.length === 0) return [CART_EMPTY];
  const manners = {
    signal: steps.signal,
    failed: COMMIT_FAILED,
    unreachable: COMMIT_UNREACHABLE,
  };
  const validated = await ask('post /api/validate-cart', { body: { cart: items }, ...manners });
  if (!validated.ok) return [validated.sentence];
  let found = validated.body;
  let list = items;
  let sent = items;

  for (;;) {
    steps.refresh(fundedMeanwhile(list, found.removedItems));
    if (found.validItems.length === 0) return nothingLeftSentences(found.removedItems);
    const changes = cartChanges(sent, found);
    if (hasChanges(changes)) {
      if (!(await steps.confirm(questionOf(changes, found)))) return [];
      list = listAfter(list, found);
      steps.replace(list);
    }
    const paid = found.validItems;
    sent = paid;
    const opened = await ask('post /api/create-checkout', { body: { cart: paid }, ...manners });
    const { validItems, removedItems } = (!opened.ok && opened.body) || {};
    const news = validItems && removedItems && { validItems, removedItems };
    if (!news || !hasChanges(cartChanges(sent, news))) {
      return leaveFor(opened, STRIPE_FAILED, () =>
        steps.track('Commit Funding', { item_count: paid.length, total_amount: sumOf(paid) }),
      );
    }
    found = news;
  }
}

function questionOf(changes: CartChanges, { validItems }: CartValidation): CommitQuestion {
  const sentences = changeSentences(changes);
  return { changes, sentences, validItems, totalDollars: sumOf(validItems) };
}

function sumOf(items: FundingListItem[]): number {
  return items.reduce((sum, item) => sum + item.amount, 0);
}

/**
 * Which listed products turned out to be fully funded, as product data for `refresh`: the list
 * then marks them, and takes nothing away.
 */
function fundedMeanwhile(items: FundingListItem[], removed: RemovedItem[]): FundableProduct[] {
  const ids = new Set(
    removed.filter((item) => item.reason === 'fully_funded').map((item) => item.productId),
  );
  return items
    .filter((item) => ids.has(item.productId))
    .map(({ productId, name, target_amount }) => ({
      id: productId,
      name,
      target_amount,
      current_amount: target_amount,
    }));
}

/**
 * The list after the visitor has agreed to go on: what is being paid for, in the order it stood,
 * and what only waits, for somebody else's checkout to end or for a payment of its own.
 */
function listAfter(items: FundingListItem[], found: CartValidation): FundingListItem[] {
  const validById = new Map(found.validItems.map((item) => [item.productId, item]));
  const goneIds = new Set(
    found.removedItems
      .filter(({ reason }) => reason !== 'being_paid_for' && reason !== 'next_payment')
      .map((item) => item.productId),
  );
  return items
    .filter((item) => !goneIds.has(item.productId))
    .map((item) => validById.get(item.productId) ?? item);
}
