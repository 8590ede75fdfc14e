import { othersOf } from '#app/catalogue/item.server.ts';
import { findKinds } from '#app/catalogue/search/find-kinds.ts';
import { findToFund, ofItems, toFundOf } from '#app/catalogue/search/find-to-fund.server.ts';
import { findTopic } from '#app/catalogue/search/topics.ts';
import type { Kind } from '#app/catalogue/kinds.ts';
import { metalResults } from '#app/results/metals/metal-results.server.ts';
import { metalHit } from '#app/results/metals/metal-stands.tsx';
import { pageOrder } from '#app/results/rank/rank-kind.ts';
import { rankedKind } from '#app/results/rank/ranked-kind.server.ts';
import { marksOf } from '#app/results/read/risk-levels.server.ts';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';
import { surveyedKinds } from '#app/surveys/food-kinds.ts';
import { findTested, testedIds } from './find-tested.server.ts';

const SHOWN = 5;

/** Looks for what was typed, and where nothing has all of its words, for what it asks about. */
export async function findEverything(typed: string) {
  const { answer: topic = null, others } = findTopic(typed);
  // Of what is answered whole, what is only spelled like it is about something else.
  const whole = await findAll(typed, topic !== null && others.length === 0);
  // Words that only ask are looked for where there are no others and nothing answers them.
  const subject = others.join(' ') || (topic ? '' : typed);
  const isFound = whole.tested.total + whole.toFund.total + whole.metals.length > 0;
  const isAsWritten = isFound || subject === typed || subject === '';
  const asked = isAsWritten ? typed : subject;
  const { tested, toFund, metals } = isAsWritten ? whole : await findAll(subject);
  const named = findKinds(subject);
  const kinds = named.length > 0 || !tested.kind ? named : [tested.kind];
  const [first] = kinds;
  const testedOfKind = first && tested.total === 0 ? await firstOf(first) : [];
  const related = first && toFund.total === 0 ? await toFundOf(first) : [];
  // Other tests of what is found, by product.
  const further = await othersOf([
    ...[...tested.items, ...testedOfKind].map(({ product_id: id }) => id),
    ...[...toFund.items, ...related].map(({ id }) => id),
  ]);
  return {
    /** What was looked for: what was typed, or of a question what it is about. */
    asked,
    /** What is said of a substance, or of what else is asked and is no product; null where nothing is. */
    topic,
    tested: { items: tested.items, total: tested.total },
    toFund,
    /** Tests for metals that have results. */
    ...(metals.length > 0 && { metals: metals.map(metalHit) }),
    /** What it names, the nearest first; where nothing has its words, they answer. */
    kinds: kinds
      .filter(({ key, products }) => products.length > 0 || surveyedKinds.has(key))
      .map(({ key, name, products }) =>
        products.length > 0 ? { key, name } : { key, name, isSurveyAlone: true as const },
      ),
    /** What is tested of the first kind, where nothing tested has its words. */
    testedOfKind,
    /** Where none to fund matches: some of the same kind. */
    related,
    ...(Object.keys(further).length > 0 && { further }),
  };
}

export type Everything = Awaited<ReturnType<typeof findEverything>>;

/** In the order of the kind's own page. */
async function firstOf(kind: Kind): Promise<RiskLevelRow[]> {
  return pageOrder(await rankedKind(kind))
    .slice(0, SHOWN)
    .map(({ row }) => row);
}

/** What the strips of all tested products that were found show, by number. */
export function marksOfFound({ tested, testedOfKind }: Everything) {
  return marksOf([...tested.items, ...testedOfKind].map(({ product_id: id }) => id));
}

async function findAll(typed: string, isStrict = false) {
  const tested = await findTested(typed, isStrict);
  const metals = await metalResults(await testedIds(typed, 'metals', isStrict));
  return { tested, metals, toFund: await findToFund(typed, ofItems(tested.ids), isStrict) };
}
