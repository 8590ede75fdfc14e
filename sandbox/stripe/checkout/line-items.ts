import { invalidRequest, missingParam, notBuilt, onlyOneOf } from '#sandbox/stripe/api/errors.ts';
import { newId } from '#sandbox/stripe/api/ids.ts';
import { listPage } from '#sandbox/stripe/api/lists.ts';
import { mergeMetadata } from '#sandbox/stripe/api/metadata.ts';
import type {
  LineItem,
  StripePrice,
  StripeProduct,
  Session,
  StripeObject,
} from '#sandbox/stripe/objects.ts';
import { checkRange, refuseUnbuilt, type Params } from '#sandbox/stripe/api/params.ts';
import { rhythm } from '#sandbox/stripe/subscriptions/periods.ts';
import { createInlinePrice } from './prices.ts';
import type { SandboxCall, Sandbox } from '#sandbox/stripe/sandbox.ts';
import { complete } from '#sandbox/stripe/api/schema.ts';
import type { Store } from '#sandbox/stripe/store.ts';

const MAX_LINE_ITEMS = 100;

const MAX_RECURRING_ITEMS = 20;

const BUILT = ['metadata', 'price', 'price_data', 'quantity'];
const MAX_QUANTITY = 999_999;

/** Makes the line items of a session that is being created, in their order, without storing them. */
export function makeLineItems(
  sandbox: Sandbox,
  items: Params[],
  mode: Session['mode'],
): LineItem[] {
  if (items.length > MAX_LINE_ITEMS) {
    const message = `Array line_items exceeded maximum ${MAX_LINE_ITEMS} allowed elements.`;
    throw invalidRequest(message, 'line_items');
  }
  const made = items.map((item, index) => makeLineItem(sandbox, item, `line_items[${index}]`));
  checkRhythm(made, mode);
  return made;
}

/** GET /v1/checkout/sessions/:id/line_items */
export function listLineItems({ sandbox, id, params }: SandboxCall) {
  const session = sandbox.store.need<Session>('checkout.session', id);
  return lineItemPage(sandbox.store, session, params);
}

/** The first ten, as `expand[]=line_items` shows them: the rest needs paging. */
export function firstLineItems(store: Store, session: StripeObject) {
  return lineItemPage(store, session, {});
}

export function allLineItems(store: Store, session: Session): LineItem[] {
  return lineItemPage(store, session, { limit: MAX_LINE_ITEMS }).data as LineItem[];
}

function lineItemPage(store: Store, { id }: StripeObject, params: Params) {
  const url = `/v1/checkout/sessions/${id}/line_items`;
  return listPage(store, { kind: 'item', parent: id, url, params });
}

function makeLineItem(sandbox: Sandbox, item: Params, path: string): LineItem {
  refuseUnbuilt(item, BUILT, path);
  const { quantity } = item as { quantity?: number };
  if (quantity === undefined) throw missingParam(`${path}[quantity]`);
  checkRange(quantity, 1, MAX_QUANTITY, `${path}[quantity]`);
  const price = priceOf(sandbox, item, path);
  const product = sandbox.store.need<StripeProduct>('product', price.product);
  const amountCents = price.unit_amount * quantity;
  return complete('item', {
    id: newId('li'),
    object: 'item',
    amount_discount: 0,
    amount_subtotal: amountCents,
    amount_tax: 0,
    amount_total: amountCents,
    currency: price.currency,
    description: product.name,
    metadata: mergeMetadata({}, item.metadata as Params, `${path}[metadata]`),
    price,
    quantity,
  });
}

function priceOf(sandbox: Sandbox, item: Params, path: string): StripePrice {
  const { price: id, price_data: data } = item as { price?: string; price_data?: Params };
  if (id && data) throw onlyOneOf(`${path}[price]`, `${path}[price_data]`);
  if (!id && !data) throw missingParam(`${path}[price]`);
  const param = `${path}[price]`;
  const price = data
    ? createInlinePrice(sandbox, data, `${path}[price_data]`)
    : sandbox.store.need<StripePrice>('price', id!, { param });
  if (!data && !price.active) {
    const message = 'The price specified is inactive. This field only accepts active prices.';
    throw invalidRequest(message, param);
  }
  return price;
}

/** A payment is made once; a subscription's prices recur, all in one rhythm. */
function checkRhythm(items: LineItem[], mode: Session['mode']): void {
  const param = 'line_items';
  const rhythms = new Set(items.map(({ price: { recurring } }) => recurring && rhythm(recurring)));
  if (mode === 'payment') {
    const at = items.findIndex(({ price }) => price.recurring);
    if (at < 0) return;
    throw invalidRequest(
      'You specified `payment` mode but passed a recurring price. Either switch to ' +
        '`subscription` mode or use only one-time prices.',
      `${param}[${at}][price]`,
    );
  }
  if (items.length > MAX_RECURRING_ITEMS) {
    const message = `A subscription can have at most ${MAX_RECURRING_ITEMS} recurring prices.`;
    throw invalidRequest(message, param);
  }
  if (rhythms.size === 1 && rhythms.has(null)) {
    const message =
      'You must provide at least one recurring price in `subscription` mode when using prices.';
    throw invalidRequest(message, param);
  }
  if (rhythms.has(null)) throw notBuilt('A one-time price in `subscription` mode', param);
  if (rhythms.size > 1) {
    throw invalidRequest(
      'Checkout does not support multiple prices with different billing intervals.',
      param,
    );
  }
}
