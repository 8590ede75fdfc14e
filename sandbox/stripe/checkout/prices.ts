import { invalidRequest, missingParam, notBuilt, onlyOneOf } from '#sandbox/stripe/api/errors.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import { newId } from '#sandbox/stripe/api/ids.ts';
import { mergeMetadata } from '#sandbox/stripe/api/metadata.ts';
import type { StripePrice, StripeProduct, Recurring } from '#sandbox/stripe/objects.ts';
import { checkRange, refuseUnbuilt, type Params } from '#sandbox/stripe/api/params.ts';
import { createInlineProduct } from './products.ts';
import type { SandboxCall, Sandbox } from '#sandbox/stripe/sandbox.ts';
import { complete } from '#sandbox/stripe/api/schema.ts';

export const MAX_AMOUNT_CENTS = 99_999_999;

const BUILT_INLINE = [
  'currency',
  'product',
  'product_data',
  'recurring',
  'tax_behavior',
  'unit_amount',
  'unit_amount_decimal',
];
const BUILT = [...BUILT_INLINE, 'active', 'expand', 'lookup_key', 'metadata', 'nickname'];

/** Stores a price from `price_data`; it is inactive, since it serves one line item only. */
export function createInlinePrice(sandbox: Sandbox, data: Params, path: string): StripePrice {
  refuseUnbuilt(data, BUILT_INLINE, path);
  return storePrice(sandbox, { ...data, active: false }, path);
}

export function createPrice({ sandbox, params }: SandboxCall): StripePrice {
  refuseUnbuilt(params, BUILT);
  return storePrice(sandbox, params, '');
}

/** The sandbox knows dollars alone. */
export function checkCurrency(currency: string, param: string): void {
  if (currency.toLowerCase() === 'usd') return;
  const message = `Invalid currency: ${currency}. The sandbox supports these currencies: usd`;
  throw invalidRequest(message, param);
}

function storePrice(sandbox: Sandbox, params: Params, path: string): StripePrice {
  const at = (key: string) => (path ? `${path}[${key}]` : key);
  checkCurrency(params.currency as string, at('currency'));
  const amountCents = unitAmountCents(params, at);
  const recurring = params.recurring as Params | undefined;
  const price = complete('price', {
    id: newId('price'),
    object: 'price',
    active: params.active !== false,
    billing_scheme: 'per_unit',
    created: sandbox.clock.nowS(),
    currency: 'usd',
    livemode: false,
    lookup_key: (params.lookup_key as string | undefined) ?? null,
    metadata: mergeMetadata({}, params.metadata as Params, at('metadata')),
    nickname: (params.nickname as string | undefined) ?? null,
    product: productId(sandbox, params, at),
    recurring: recurring ? recurringOf(recurring) : null,
    tax_behavior: (params.tax_behavior as string | undefined) ?? 'unspecified',
    type: (recurring ? 'recurring' : 'one_time') as StripePrice['type'],
    unit_amount: amountCents,
    unit_amount_decimal: String(amountCents),
  });
  sandbox.store.insert(price);
  emit(sandbox, 'price.created', price);
  return price;
}

function unitAmountCents(params: Params, at: (key: string) => string): number {
  const { unit_amount: amount, unit_amount_decimal: decimal } = params;
  if (amount !== undefined && decimal !== undefined) {
    throw onlyOneOf(at('unit_amount'), at('unit_amount_decimal'));
  }
  if (amount === undefined && decimal === undefined) throw missingParam(at('unit_amount'));
  const cents = Number(amount ?? decimal);
  if (!Number.isInteger(cents))
    throw notBuilt('A price in fractions of a cent', at('unit_amount_decimal'));
  checkRange(cents, 0, MAX_AMOUNT_CENTS, at('unit_amount'));
  return cents;
}

function productId(sandbox: Sandbox, params: Params, at: (key: string) => string): string {
  const { product, product_data: data } = params as { product?: string; product_data?: Params };
  if (product && data) throw onlyOneOf(at('product'), at('product_data'));
  if (data) return createInlineProduct(sandbox, data, at('product_data')).id;
  if (!product) throw missingParam(at('product'));
  return sandbox.store.need<StripeProduct>('product', product, { param: at('product') }).id;
}

function recurringOf({ interval, interval_count: count }: Params): Recurring {
  return complete<object>('Price.Recurring', {
    interval,
    interval_count: count ?? 1,
    usage_type: 'licensed',
  }) as Recurring;
}
