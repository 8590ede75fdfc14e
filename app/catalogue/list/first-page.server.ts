import { answerTrouble, logFailure } from '#app/http/answer-trouble.server.ts';
import type { PageResult } from '#app/catalogue/product.ts';
import type { Page } from '#app/catalogue/product-schema.ts';
import { productsFailed, SEARCH_TOO_LONG } from '#app/catalogue/messages.ts';
import { SEARCH_BOX_CHARACTERS } from './list-query.ts';

/** The page that a list begins with, or why there is none; `unreadable` where reading failed. */
export async function firstPageOf<Item>(
  search: string,
  unreadable: string,
  list: () => Promise<Page<Item>>,
): Promise<{ status: number; result: PageResult<Item> }> {
  if ([...search].length > SEARCH_BOX_CHARACTERS) {
    return { status: 400, result: { ok: false, sentence: productsFailed(SEARCH_TOO_LONG) } };
  }
  try {
    return { status: 200, result: { ok: true, body: await list() } };
  } catch (error) {
    logFailure(error, {}, 'listing products failed');
    const { status } = answerTrouble(error);
    return { status, result: { ok: false, sentence: productsFailed(unreadable) } };
  }
}
