import { rankKind } from '#app/results/rank/rank-kind.ts';
import { whichIsLowest } from '#app/results/rank/which-is-lowest.ts';
import { notComparedText, standingLines, standingsOf } from '#app/results/rank/standings.ts';
import { spreadsOfTiles } from '#app/results/answers/report-cards.ts';
import { isSameEater, sharedEater } from '#app/results/answers/eater.ts';
import type { ComparedProduct } from './compare.server.ts';

type Compared = Pick<ComparedProduct, 'id' | 'name' | 'tiles' | 'isNotFood' | 'eater'>;

/** Which of a comparison is lowest, over all of it; null of one alone, and of what different people eat. */
export function verdictOver(products: readonly Compared[]): string | null {
  const eaten = products.filter(({ isNotFood }) => !isNotFood);
  const isForOne = sharedEater(eaten.map(({ eater }) => eater)) !== null;
  if (products.length < 2 || (eaten.length > 0 && !isForOne)) return null;
  const ranked = eaten.length > 0 ? rankKind(eaten.map(contenderOf)) : null;
  return whichIsLowest(products.length, ranked);
}

/**
 * How a product stands against the others of a comparison (decision 0153), in lines for each. What
 * nobody eats stands against nothing, as its page says, nor what somebody else eats: `NOT_FOR_ONE`.
 */
export function standsBeside(product: Compared, products: readonly Compared[]): string[] {
  if (product.isNotFood) return [];
  const isAlone =
    products.filter(({ id, isNotFood }) => id !== product.id && !isNotFood).length === 1;
  const others = products.filter(
    ({ id, isNotFood, eater }) =>
      id !== product.id && !isNotFood && isSameEater(eater, product.eater),
  );
  return others.flatMap((other) => {
    const name = isAlone ? 'the other' : other.name;
    const apart = notComparedText(product, { id: other.id, name });
    if (apart) return [apart];
    const lines = standingLines(
      standingsOf(contenderOf(product), [contenderOf(other)]),
      () => name,
    );
    return lines.length > 0 ? lines : [`Can’t be told apart from ${name}.`];
  });
}

function contenderOf({ id, name, tiles }: Compared) {
  return { id, name, isOver: false, spreads: spreadsOfTiles(tiles) };
}
