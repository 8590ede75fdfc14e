import { eq } from 'drizzle-orm';
import * as messages from './messages.ts';
import { administer, type Actor } from '#app/admin-log/trail.server.ts';
import { editProduct, stateOf } from '#app/catalogue/edit-product.server.ts';
import {
  setHidden,
  removeProduct,
  type Removal,
  noteReviewed,
} from '#app/catalogue/product-standing.server.ts';
import { readFields, typedOf, type TypedFields } from '#app/catalogue/product-fields.ts';
import { refundProduct } from '#app/funding/refunds/refund-product.server.ts';
import { formatCents } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { answer, refuse, type Administrator, type Answer } from '#app/http/call.ts';
import { findRow } from '#app/database/db.server.ts';
import { renameTested } from '#app/intake/rename-tested.server.ts';
import { takePublishingTurn } from '#app/intake/store.server.ts';
import { products } from '#db/schema.ts';

const subjectOf = (id: number) => `product ${id}`;

/**
 * Changes the fields of a product to what was typed; `seen` names the state that the form was opened
 * with. Refused, the answer has the sentences and what the fields are now.
 */
export async function changeFields(
  by: Administrator,
  id: number,
  typed: TypedFields,
  seen: string,
): Promise<Answer> {
  const known = await findRow(products, eq(products.id, id));
  if (!known) return refuse(404, messages.NO_SUCH_PRODUCT);
  if (known.mergedInto !== null) return refuse(409, messages.MERGED_AWAY);
  const read = readFields(typed, known);
  if (!read.ok) return refuse(400, messages.MENDING, { errors: read.errors });
  const edit = await administer(by, async (tx, note) => {
    await takePublishingTurn(tx); // with publications, which lock in this order
    const made = await editProduct(tx, id, read.fields, seen);
    if (made.kind === 'done') {
      const { ids, before, after } = made;
      const { productUrl: _page, upc: _upc, ...ofItem } = after;
      await note({ action: 'edit-product', subject: subjectOf(id), before, after });
      for (const one of ids) {
        await renameTested(tx, one);
        if (one === id || Object.keys(ofItem).length === 0) continue;
        await note({ action: 'edit-product', subject: subjectOf(one), before: {}, after: ofItem });
      }
    }
    return made;
  });
  if (edit.kind === 'unknown') return refuse(404, messages.NO_SUCH_PRODUCT);
  if (edit.kind === 'overtaken') {
    const now = { current: typedOf(edit.current), state: stateOf(edit.current) };
    return refuse(
      409,
      'Someone else has changed this product since you opened the form. What you typed is still below. Compare it with the current values, then save again or reload.',
      now,
    );
  }
  if (edit.kind === 'published') {
    const { servingG } = edit;
    const published = servingG === null ? 'without a serving size' : `for ${servingG} g`;
    const servingSizeG = `Its results are published ${published}. Publish a correction instead.`;
    return refuse(409, messages.MENDING, { errors: { servingSizeG } });
  }
  if (edit.kind === 'published_as_fed') {
    const asFedPerG = 'Its results for metals are published, so this stays as it is.';
    return refuse(409, messages.MENDING, { errors: { asFedPerG } });
  }
  if (edit.kind === 'same_page') {
    const productUrl = `That page belongs to product ${edit.productId}. If they are the same product, merge them.`;
    return refuse(409, messages.MENDING, { errors: { productUrl } });
  }
  if (edit.kind === 'same_barcode') {
    const upc = `Product ${edit.productId} already has that barcode. If they are the same product, merge them.`;
    return refuse(409, messages.MENDING, { errors: { upc } });
  }
  return answer(200, { done: edit.kind === 'done' ? 'saved' : 'unchanged' });
}

/** Hides a product, or shows it again. */
export async function changeHidden(by: Administrator, id: number, isHidden: boolean) {
  return administer(by, async (tx, note) => {
    const hiding = await setHidden(tx, id, isHidden);
    if (hiding === 'unknown') return refuse(404, messages.NO_SUCH_PRODUCT);
    if (hiding === 'removed')
      return refuse(409, 'It is permanently off the list, so it can’t be hidden or shown.');
    if (hiding === 'done') {
      await note({
        action: isHidden ? 'hide-product' : 'show-product',
        subject: subjectOf(id),
        before: { hidden: !isHidden },
        after: { hidden: isHidden },
      });
    }
    return answer(200, { done: isHidden ? 'hidden' : 'shown' });
  });
}

/** Notes that an administrator has reviewed a product that a visitor added. */
export async function noteLooked(by: Administrator, id: number): Promise<Answer> {
  return administer(by, async (tx, note) => {
    const review = await noteReviewed(tx, id);
    if (review === 'unknown') return refuse(404, messages.NO_SUCH_PRODUCT);
    if (review === 'removed') return refuse(409, messages.REMOVED_ALREADY);
    if (review === 'done') {
      await note({
        action: 'look-at-product',
        subject: subjectOf(id),
        before: { lookedAt: false },
        after: { lookedAt: true },
      });
    }
    return answer(200, { done: 'looked', message: messages.LOOKED });
  });
}

/** Takes a product off the list, in one transaction with the trail; `seenCents` as `removeProduct`. */
export async function takeOffTheList(
  by: Actor,
  id: number,
  reason: 'removed' | 'untestable',
  seenCents?: number,
): Promise<Removal> {
  return administer(by, async (tx, note) => {
    const made = await removeProduct(tx, id, reason, seenCents);
    if (made === 'removed') {
      // Locked since; what was given to it goes back only later.
      const row = await findRow(products, eq(products.id, id), tx);
      await note({
        action: 'remove-product',
        subject: subjectOf(id),
        before: { raisedCents: row?.raisedCents ?? 0, contributors: row?.contributorCount ?? 0 },
        after: { reason },
      });
    }
    return made;
  });
}

/**
 * Takes a product off the list and what was given to it back, where that is still what was seen. The
 * contributions follow one by one, and what an interruption leaves a job finishes.
 */
export async function removeWithRefunds(
  by: Actor,
  id: number,
  reason: 'removed' | 'untestable',
  seenCents: number,
): Promise<Answer> {
  const removal = await takeOffTheList(by, id, reason, seenCents);
  if (removal === 'unknown') return refuse(404, messages.NO_SUCH_PRODUCT);
  if (removal === 'testing_begun')
    return refuse(409, 'The first sample has been bought, so nothing given to it can be refunded.');
  if (removal === 'already') return refuse(409, messages.REMOVED_ALREADY);
  if (removal === 'changed') return refuse(409, await whatChanged(id));
  await refundProduct(id, { reason });
  return answer(200, { done: 'removed' });
}

/** What would go back by now of a product, where that is not what was seen. */
async function whatChanged(id: number): Promise<string> {
  const now = await findRow(products, eq(products.id, id));
  const { raisedCents: cents = 0, contributorCount: people = 0 } = now ?? {};
  return `Something changed since you looked: now ${formatCents(cents)} would be refunded to ${counted(people, 'contributor')}. Nothing was done. Look again below, and check the box again to confirm.`;
}
