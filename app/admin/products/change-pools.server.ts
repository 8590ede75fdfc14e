import { takeOffTheList, whatChanged } from './change-product.server.ts';
import * as messages from './messages.ts';
import { administer } from '#app/admin/trail/trail.server.ts';
import { isPool, type PoolKind } from '#app/catalogue/pool.ts';
import { createPool } from '#app/catalogue/pools.server.ts';
import { refundProduct } from '#app/funding/refunds/refund-product.server.ts';
import { answer, refuse, type Administrator, type Answer } from '#app/platform/http/call.ts';

/** Makes a pool: `asked` is `any`, `brand`, or the key of a group. */
export async function makePool(by: Administrator, asked: string, brand: string): Promise<Answer> {
  const [kind, of]: [PoolKind, string] =
    asked === 'any' ? ['any', ''] : asked === 'brand' ? ['brand', brand] : ['group', asked];
  const made = await administer(by, async (tx, note) => {
    const pool = await createPool(tx, kind, of);
    if (pool.ok) {
      const after = { name: pool.name, kind, of };
      await note({ action: 'make-pool', subject: `product ${pool.id}`, before: null, after });
    }
    return pool;
  });
  if (made.ok) return answer(200, { message: messages.poolMade(made.name) });
  return made.why === 'exists'
    ? refuse(409, messages.POOL_EXISTS)
    : refuse(400, messages.NO_SUCH_KIND);
}

/**
 * Closes a pool: nobody can give to it any more, and what it has not spent goes back, where that is
 * still what was seen.
 */
export async function closePool(by: Administrator, id: number, seenCents: number): Promise<Answer> {
  if (!isPool(id)) return refuse(404, messages.NO_SUCH_POOL);
  const removal = await takeOffTheList(by, id, 'removed', seenCents);
  if (removal === 'unknown') return refuse(404, messages.NO_SUCH_POOL);
  if (removal === 'changed') return refuse(409, await whatChanged(id));
  if (removal !== 'removed') return refuse(409, messages.POOL_CLOSED_ALREADY);
  await refundProduct(id, { reason: 'removed' });
  return answer(200, { message: messages.POOL_CLOSED });
}
