import {
  cartChanges,
  changeSentences,
  fundedMeanwhile,
  hasChanges,
  listAfter,
  nothingLeftSentences,
  type CartChanges,
} from './cart-changes.ts';
import type { CartValidation, FundableProduct, FundingListItem } from './funding-list.ts';
import {
  CART_EMPTY,
  COMMIT_FAILED,
  COMMIT_UNREACHABLE,
  STRIPE_FAILED,
} from '#app/funding/messages.ts';
import { webAddress } from './web-address.ts';
import type { track } from '#app/platform/analytics/track.ts';

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
  fetch: typeof fetch;
  /** Asks the visitor whether to go on with the rest. */
  confirm: (question: CommitQuestion) => Promise<boolean>;
  /** Leaves for the hosted checkout page. */
  navigate: (url: string) => void;
  /** Hears of products that others have fully funded. */
  refresh: (products: FundableProduct[]) => void;
  /** Hears of the list that is left once the visitor has agreed to a change. */
  replace: (items: FundingListItem[]) => void;
  track: typeof track;
}

export type CommitOutcome =
  | { kind: 'left' }
  | { kind: 'cancelled' }
  | { kind: 'refused'; sentences: string[] };

/**
 * Commits a funding list (spec §4 "Checkout of the funding list"): validates it, lets the visitor
 * confirm whatever has changed, opens a checkout and leaves for it. What others fund between the
 * two calls is asked about again. Nothing leaves the list before the visitor has agreed.
 */
export async function commitFunding(
  items: FundingListItem[],
  steps: CommitSteps,
): Promise<CommitOutcome> {
  if (items.length === 0) return refused(CART_EMPTY);
  const validated = await post(steps, '/api/validate-cart', items);
  if (!validated.ok) return refused(validated.error);
  let found = asValidation(validated.body);
  if (!found) return refused(COMMIT_FAILED);
  let list = items;
  let sent = items;

  for (;;) {
    steps.refresh(fundedMeanwhile(list, found.removedItems));
    if (found.validItems.length === 0) {
      return { kind: 'refused', sentences: nothingLeftSentences(found.removedItems) };
    }
    const changes = cartChanges(sent, found);
    if (hasChanges(changes)) {
      if (!(await steps.confirm(questionOf(changes, found)))) return { kind: 'cancelled' };
      list = listAfter(list, found);
      steps.replace(list);
    }
    sent = found.validItems;
    const opened = await post(steps, '/api/create-checkout', sent);
    if (opened.ok) return leave(opened.body, sent, steps);
    const news = opened.status === 409 ? asValidation(opened.body) : undefined;
    if (!news || !hasChanges(cartChanges(sent, news))) return refused(opened.error);
    found = news;
  }
}

function questionOf(changes: CartChanges, { validItems }: CartValidation): CommitQuestion {
  const sentences = changeSentences(changes);
  return { changes, sentences, validItems, totalDollars: sumOf(validItems) };
}

function leave(body: unknown, paid: FundingListItem[], steps: CommitSteps): CommitOutcome {
  const url = webAddress((body as { url?: unknown } | null)?.url);
  if (!url) return refused(STRIPE_FAILED);
  steps.track('Commit Funding', { item_count: paid.length, total_amount: sumOf(paid) });
  steps.navigate(url);
  return { kind: 'left' };
}

type PostResult =
  | { ok: true; body: unknown }
  | { ok: false; status?: number; body?: unknown; error: string };

async function post(
  steps: CommitSteps,
  path: string,
  cart: FundingListItem[],
): Promise<PostResult> {
  let response: Response;
  try {
    response = await steps.fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ cart }),
    });
  } catch {
    return { ok: false, error: COMMIT_UNREACHABLE };
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return { ok: true, body };
  const error = (body as { error?: unknown } | null | undefined)?.error;
  const sentence = typeof error === 'string' && error !== '' ? error : COMMIT_FAILED;
  return { ok: false, status: response.status, body, error: sentence };
}

/** What the server found out about the list, or undefined where the answer does not say. */
function asValidation(body: unknown): CartValidation | undefined {
  const { validItems, removedItems } = (body ?? {}) as Partial<CartValidation>;
  return Array.isArray(validItems) && Array.isArray(removedItems)
    ? { validItems, removedItems }
    : undefined;
}

function sumOf(items: FundingListItem[]): number {
  return items.reduce((sum, item) => sum + item.amount, 0);
}

function refused(sentence: string): CommitOutcome {
  return { kind: 'refused', sentences: [sentence] };
}
