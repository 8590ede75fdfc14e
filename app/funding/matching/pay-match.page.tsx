import { data, href, isRouteErrorResponse } from 'react-router';
import { matchOfKey, paidInCents, whyNotPayable } from './pay-match.server.ts';
import { endText, GOES_WITH_THE_GIFT, ruleText, unusedText, WHICH_GIFTS } from './match-words.ts';
import { MATCH_CLOSED, MATCH_ENDED, problemOf } from './match-messages.ts';
import { shownTerms } from './shown-match.server.ts';
import { AcceptTerms } from '#app/funding/list/accept-terms.tsx';
import { dollarsFromCents, formatDollars } from '#app/kit/money.ts';
import { asSentence } from '#app/kit/text.ts';
import { Problem } from '#app/pages/problem.tsx';
import { formAnswer, formDoorContext, leadToPayment } from '#app/platform/http/form-door.server.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { site } from '#app/site.ts';
import type { Route } from './+types/pay-match.page.ts';

export async function loader({ params, request }: Route.LoaderArgs) {
  const key = keyIn(request);
  const id = numberOf(params.id);
  const match = await matchOfKey(id, key);
  if (!match) throw data('No such match', { status: 404 });
  const paidCents = await paidInCents(id);
  return {
    key,
    id,
    name: match.name,
    terms: await shownTerms(match),
    sumDollars: dollarsFromCents(match.sumCents),
    paidDollars: dollarsFromCents(paidCents),
    openDollars: dollarsFromCents(Math.max(0, match.sumCents - paidCents)),
    why: whyNotPayable(match, paidCents),
  };
}

/** Leads to the hosted checkout. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const body = { match: numberOf(params.id), key: keyIn(request) };
  const answered = await context.get(formDoorContext)('post /api/create-sponsor-checkout', body);
  return leadToPayment(answered) ?? formAnswer(answered, {});
}

function keyIn(request: Request): string {
  return new URL(request.url).searchParams.get('key')?.slice(0, 100) ?? '';
}

function numberOf(text: string): number {
  return /^\d{1,10}$/.test(text) ? Number(text) : 0;
}

/** The address holds a key: no search engine lists it, and nobody is told of it. */
export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${loaderData?.name ?? 'Match not found'} · ${site.name}` },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'strict-origin' },
  ];
}

/** What a sponsor agrees to, and the way to the hosted checkout. */
export default function PayMatchPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, key, name, terms, sumDollars, paidDollars, openDollars, why } = loaderData;
  return (
    <div className="page-column grid items-start gap-x-12 gap-y-8 pt-10 pb-20 lg:grid-cols-[minmax(0,1fr)_23rem]">
      <div className="min-w-0">
        <p className="label text-accent-ink">For the sponsor</p>
        <h1 className="mt-2 text-3xl wrap-anywhere">{name}</h1>
        <p className="mt-3 max-w-prose text-lg text-ink-soft">
          You pay {formatDollars(sumDollars)} in. It is added to what other people give, by these
          terms, which never change:
        </p>
        <ul className="mt-5 flex max-w-prose list-disc flex-col gap-3 pl-5">
          <li>{ruleText(terms)}</li>
          <li>{endText(terms)}</li>
          <li>{unusedText(terms, 'sponsor')}</li>
          <li className="wrap-anywhere">
            {terms.sponsorName
              ? asSentence(`Everybody reads that the match is from ${terms.sponsorName}`)
              : 'No name is shown: everybody reads that the sponsor is not named.'}{' '}
            Your email address is shown to nobody.
          </li>
          <li>{WHICH_GIFTS}</li>
          <li>{GOES_WITH_THE_GIFT}</li>
        </ul>
        {paidDollars > 0 && (
          <p className="mt-5 text-sm">
            <a href={href('/matches/:id', { id: String(id) })} className="link">
              What everybody sees of this match
            </a>
          </p>
        )}
      </div>
      <Panel aria-labelledby="pay">
        <RuleLabel id="pay">To be paid</RuleLabel>
        {!why && <p className="mt-3 font-mono text-2xl tabular">{formatDollars(openDollars)}</p>}
        {paidDollars > 0 && (
          <p className="mt-1 text-sm text-ink-soft">
            {formatDollars(paidDollars)} of {formatDollars(sumDollars)} has been paid in.
          </p>
        )}
        {why ? (
          <Notice
            tone={[MATCH_CLOSED, MATCH_ENDED].includes(why) ? 'warn' : 'good'}
            className="mt-4"
          >
            {why}
          </Notice>
        ) : (
          <form
            method="post"
            action={`${href('/matches/:id/pay', { id: String(id) })}?key=${encodeURIComponent(key)}`}
            className="mt-4 flex flex-col gap-3"
          >
            <Button type="submit" variant="primary" className="w-full">
              Pay {formatDollars(openDollars)} by card
            </Button>
            <AcceptTerms isAlways />
          </form>
        )}
        {!why && actionData && !actionData.ok && (
          <Notice tone="error" className="mt-4">
            {actionData.sentence}
          </Notice>
        )}
      </Panel>
    </div>
  );
}

/** A wrong key says no more than an unknown match. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Problem {...problemOf(isRouteErrorResponse(error) && error.status === 404)} />;
}
