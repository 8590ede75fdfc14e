import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { findEverything } from './find-everything.server.ts';
import { SearchHits } from './search-hits.tsx';

/**
 * What the search over everything finds, for a list in which nothing matches. Markup, so that no list
 * loads a component for it; empty where that finds nothing either.
 */
export async function drawHits(typed: string): Promise<string> {
  const found = await findEverything(typed);
  return renderToStaticMarkup(
    <StaticRouter location="/search">
      <SearchHits {...found} />
    </StaticRouter>,
  );
}
