import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { nearestTo, OF_BARCODE } from '#app/catalogue/messages.ts';
import { upcKey } from '#app/catalogue/barcodes.ts';
import { findTopic } from '#app/catalogue/search/topics.ts';
import { findEverything, marksOfFound } from './find-everything.server.ts';
import { SearchHits, TopicAnswered } from './search-hits.tsx';

/** What a search asks about and is no product, answered as markup; empty where it asks about products alone. */
export function drawTopic(typed: string): string {
  const { answer } = findTopic(typed);
  return answer ? draw(<TopicAnswered {...answer} />) : '';
}

/** Tested products above a list that has matches of its own. */
const ABOVE = 3;

/**
 * What the search over everything finds, for a list in which nothing matches, under a line that says so of
 * `what` it lists; above one with matches, what is tested. Markup, so that no list loads a component for
 * it; empty where nothing is found.
 */
export async function drawHits(typed: string, what?: string): Promise<string> {
  const everything = await findEverything(typed);
  const marks = await marksOfFound(everything);
  const { tested, toFund, ...found } = everything;
  const ofOthers = toFund.items.filter(({ panel }) => panel);
  const shown = what
    ? { tested, toFund, lead: upcKey(typed) === null ? nearestTo(what, typed) : OF_BARCODE }
    : {
        tested: { ...tested, items: tested.items.slice(0, ABOVE) },
        // What the list has no row of: an item without a test for plastics.
        toFund: { items: ofOthers, total: ofOthers.length },
        related: [],
      };
  return draw(<SearchHits {...found} {...shown} marks={marks} />);
}

function draw(what: ReactNode): string {
  return renderToStaticMarkup(<StaticRouter location="/search">{what}</StaticRouter>, {
    identifierPrefix: 'hits',
  });
}
