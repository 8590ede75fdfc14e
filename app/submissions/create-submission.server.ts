import { upcKey } from '#app/catalogue/barcodes.ts';
import { urlKey } from '#app/catalogue/product-keys.ts';
import { productRows } from '#app/catalogue/product-row.server.ts';
import { findNamed, findTest, type SameNamed } from '#app/catalogue/search/find-named.server.ts';
import { checkoutLimit, openCheckout } from '#app/funding/checkout/check-out.server.ts';
import { hidden } from '#app/funding/messages.ts';
import { isBegun } from '#app/funding/product-funding.server.ts';
import { centsFromWholeDollars, dollarsFromCents } from '#app/kit/money.ts';
import { cleanLine } from '#app/kit/text.ts';
import { refuse, type Refusal, type Visitor } from '#app/http/call.ts';
import { testName } from '#app/toxicology/panels/panels.ts';
import * as messages from './messages.ts';
import { cleanText, derivedFrom, errorsOf, readAddress } from './submission.ts';
import type { SubmissionData } from './submission-schema.ts';
import { productSubmissions } from '#db/schema.ts';

/**
 * Opens the checkout of a product that a visitor adds: `{ sessionId, url }`, or one sentence why
 * not, with `fields` naming what to mend. A product that is listed already is named, to be funded
 * instead. Brand and category follow from the address here, whatever the browser claims.
 */
export async function createSubmission(data: SubmissionData, visitor: Visitor, origin: string) {
  const fields = errorsOf(data);
  const [first] = Object.values(fields);
  if (first) return refuse(400, first, { fields });
  const limited = await checkoutLimit(visitor);
  if (limited) return limited;
  const address = readAddress(data.product_url);
  const productUrl = address.ok ? address.url : '';
  const { panel = 'plastics' } = data;
  const codes = { urlKey: urlKey(productUrl), upc: upcKey(data.upc) };
  const { item, test: same } = await findTest({ ...codes, panel });
  if (same) return known(same);
  const named = data.another || item !== undefined ? { item } : await findNamed(data.name, panel);
  if (named.test) return known(named.test, { may_be_another: true });
  const [own] = named.item ? await productRows([named.item]) : [];
  if (own?.hiddenAt)
    return refuse(409, hidden(testName(own)), { may_be_another: item === undefined });
  const amountCents = centsFromWholeDollars(data.amount);
  const wanted = { kind: 'submission', amountCents, returnUrl: origin };
  return openCheckout(visitor, wanted, (tx, order) =>
    tx.insert(productSubmissions).values({
      orderId: order.id,
      name: cleanLine(data.name),
      ...derivedFrom(productUrl),
      upc: cleanText(data.upc),
      productUrl,
      comments: cleanText(data.comments),
      servingSizeG: data.serving_size_g || null,
      panel,
      itemOf: named.item,
    }),
  );
}

/** What is said of a product that is there already. */
function known(product: SameNamed, more: { may_be_another?: boolean } = {}): Refusal {
  const name = testName(product);
  if (product.removedAt) return refuse(409, messages.wasRemoved(name));
  if (product.hiddenAt) return refuse(409, hidden(name), more);
  const isFunded = isBegun(product) || product.raisedCents >= product.targetCents;
  const unread = isFunded ? messages.alreadyFunded : messages.alreadyListed;
  const sentence = product.testingStatus === 'Tested' ? messages.alreadyTested : unread;
  return refuse(409, sentence(name), {
    ...more,
    existing: {
      id: product.id,
      name,
      current_amount: dollarsFromCents(product.raisedCents),
      target_amount: dollarsFromCents(product.targetCents),
      testing_status: product.testingStatus,
    },
  });
}
