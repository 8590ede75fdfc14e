import { data, href, isRouteErrorResponse, Link } from 'react-router';
import {
  didText,
  endText,
  GOES_WITH_THE_GIFT,
  matchedProductsAddress,
  remainsText,
  ruleText,
  sponsorText,
  unusedText,
  WHICH_GIFTS,
} from './match-words.ts';
import { problemOf } from './match-messages.ts';
import { shownMatch, type ShownMatch } from './shown-match.server.ts';
import { isMatch } from '#app/catalogue/pool.ts';
import { siteUrl } from '#app/config.ts';
import { formatDollars } from '#app/kit/money.ts';
import { asSentence, capitalized, counted } from '#app/kit/text.ts';
import { Problem } from '#app/pages/problem.tsx';
import { pageMeta } from '#app/platform/feeds/page-meta.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { site } from '#app/site.ts';
import type { Route } from './+types/match.page.ts';

export async function loader({ params }: Route.LoaderArgs) {
  const id = /^\d{1,10}$/.test(params.id) ? Number(params.id) : 0;
  const match = isMatch(id) ? await shownMatch(id) : undefined;
  if (!match) throw data('No such match', { status: 404 });
  return { match, baseUrl: siteUrl() };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: `Match not found · ${site.name}` }];
  const { match, baseUrl } = loaderData;
  return pageMeta({
    title: `${match.name} · ${site.name}`,
    description: match.isClosed
      ? `${match.name} has ended. ${didText(match.gifts, match.matchedDollars)}`
      : `${ruleText(match)} ${endText(match)}`,
    address: `${baseUrl}${href('/matches/:id', { id: String(match.id) })}`,
    isUnlisted: match.isClosed,
  });
}

/** A match: its rule, what remains of it, until when, and what it did. */
export default function MatchPage({ loaderData: { match } }: Route.ComponentProps) {
  const { products } = match;
  return (
    <div className="page-column pt-10 pb-20">
      <p className="label text-accent-ink">Match</p>
      <h1 className="mt-2 text-3xl wrap-anywhere">{match.name}</h1>
      <p className="mt-3 wrap-anywhere">
        {match.sponsorName
          ? asSentence(`From ${match.sponsorName}`)
          : `${capitalized(sponsorText(null))} pays for it.`}
      </p>
      <p className="mt-5 max-w-prose text-lg">{remainsText(match)}</p>
      {match.isOpen && (
        <Link
          to={matchedProductsAddress(match)}
          className={`mt-4 ${buttonClass({ variant: 'primary' })}`}
        >
          Find a product to give to
        </Link>
      )}
      <div className="mt-6 flex max-w-prose flex-col gap-3 text-ink-soft">
        <p>
          {match.isClosed && 'These were its terms.'} {ruleText(match)} {endText(match)}
        </p>
        <p>{unusedText(match, 'public')} That was agreed on before the first gift.</p>
        <p className="text-sm">
          {WHICH_GIFTS} {GOES_WITH_THE_GIFT}
        </p>
      </div>
      <Panel aria-labelledby="matched" className="mt-8">
        <RuleLabel id="matched" note={String(match.gifts)}>
          What it added
        </RuleLabel>
        <p className="mt-3">{addedText(match)}</p>
        <ul className="mt-3">
          {products.map(({ id, name, dollars }) => (
            <li
              key={id}
              className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2 text-sm"
            >
              <Link to={href('/product/:id', { id: String(id) })} className="link wrap-anywhere">
                {name}
              </Link>
              <span className="font-mono tabular">{formatDollars(dollars)}</span>
            </li>
          ))}
        </ul>
        {match.isClosed && <Unused match={match} />}
      </Panel>
    </div>
  );
}

function addedText({ isClosed, gifts, matchedDollars, products }: ShownMatch): string {
  if (gifts === 0) return isClosed ? 'Nothing.' : 'Nothing yet.';
  return `${formatDollars(matchedDollars)} to ${counted(gifts, 'gift')} for ${counted(products.length, 'product')}.`;
}

function Unused({ match }: { match: ShownMatch }) {
  const went = [
    [match.backDollars, 'back to the sponsor'],
    [match.toPoolDollars, `to the ${match.poolName ?? 'pool'}`],
    [match.toProjectDollars, 'to the project'],
  ] as const;
  const some = went.filter(([dollars]) => dollars > 0);
  if (some.length === 0) return null;
  return (
    <p className="mt-3 text-sm text-ink-soft">
      Unused: {some.map(([dollars, where]) => `${formatDollars(dollars)} ${where}`).join(', ')}.
    </p>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Problem {...problemOf(isRouteErrorResponse(error) && error.status === 404)} />;
}
