import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { findEverything } from './find-everything.server.ts';
import { SearchHits } from './search-hits.tsx';

/** Tested products above a list that has matches of its own. */
const ABOVE = 3;

/**
 * What the search over everything finds, for a list in which nothing matches; above one with matches,
 * what is tested. Markup, so that no list loads a component for it; empty where nothing is found.
 */
export async function drawHits(typed: string, isAbove = false): Promise<string> {
  const { tested, toFund, ...found } = await findEverything(typed);
  const shown = isAbove
    ? {
        tested: { ...tested, items: tested.items.slice(0, ABOVE) },
        toFund: { items: [], total: 0 },
        related: [],
      }
    : { tested, toFund };
  return renderToStaticMarkup(
    <StaticRouter location="/search">
      <SearchHits {...found} {...shown} />
    </StaticRouter>,
  );
}
