import { data, href } from 'react-router';
import { endMatch, makeMatch, noteOutsidePayment } from './change-matches.server.ts';
import { deskMatches } from './desk-matches.server.ts';
import { MatchForm } from './match-form.tsx';
import { MatchRow } from './match-row.tsx';
import * as messages from './messages.ts';
import { AdminFrame } from '#app/admin/desk/admin-frame.tsx';
import { administratorOf } from '#app/admin/desk/administrator-of.server.ts';
import type { RefusedForm } from '#app/admin/desk/desk-form.tsx';
import { asPage } from '#app/admin/desk/page-answer.server.ts';
import { Said } from '#app/admin/desk/said.tsx';
import { withFreshCode, type Wish } from '#app/admin/sign-in/fresh-factor.server.ts';
import { openPools } from '#app/catalogue/pools.server.ts';
import { refuse, type Answer } from '#app/platform/http/call.ts';
import { formFieldsOf } from '#app/platform/http/form-door.server.ts';
import { NOT_A_WISH } from '#app/platform/messages.ts';
import { now } from '#app/platform/clock.server.ts';
import { visitedOrigin } from '#app/platform/http/visitor.server.ts';
import { dayOf } from '#app/testing/promise.ts';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { site } from '#app/site.ts';
import type { Route } from './+types/matches.page.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { email } = administratorOf(context);
  const [matches, pools] = await Promise.all([
    deskMatches(visitedOrigin(request.url)),
    openPools(),
  ]);
  const today = dayOf(now());
  return { email, matches, pools: pools.map(({ id, name }) => ({ id, name })), today };
}

/** Makes a match, notes a payment for one, or closes one; what is refused comes back as it was typed. */
export async function action({ request, context }: Route.ActionArgs) {
  const wish = { request, by: administratorOf(context), form: await request.formData() };
  return withFreshCode(wish, ['note-payment', 'close'], () => fulfil(wish));
}

async function fulfil({ by, form }: Wish) {
  const fields = formFieldsOf(form);
  const id = Number(fields.match);
  switch (fields.intent) {
    case 'make':
      return kept(fields, await makeMatch(by, fields));
    case 'note-payment':
      return kept(fields, await noteOutsidePayment(by, id, fields));
    case 'close':
      return asPage(fields.sure ? await endMatch(by, id) : refuse(400, messages.SURE_NEEDED));
    default:
      return asPage(refuse(400, NOT_A_WISH));
  }
}

function kept(fields: Record<string, string>, answered: Answer) {
  if (answered.status < 300) return asPage(answered);
  const { error } = answered.body as { error: string };
  const refused: RefusedForm = { form: fields.form ?? '', error, typed: fields };
  return data(refused, { status: answered.status });
}

export function meta() {
  return [{ title: `Matches · ${site.name}` }, { name: 'robots', content: 'noindex' }];
}

/** Every match with its balances, and the form for a new one. */
export default function MatchesDeskPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, matches, pools, today } = loaderData;
  const refused = actionData && 'typed' in actionData ? (actionData as RefusedForm) : undefined;
  return (
    <AdminFrame title="Matches" email={email}>
      <Said said={actionData as Record<string, unknown> | undefined} />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <Panel aria-labelledby="matches">
          <RuleLabel id="matches" note={String(matches.length)}>
            All matches
          </RuleLabel>
          {matches.length === 0 && <p className="mt-3 text-sm text-ink-soft">None.</p>}
          <ul className="mt-2">
            {matches.map((match) => (
              <MatchRow key={match.id} {...{ match, today, refused }} />
            ))}
          </ul>
        </Panel>
        <Panel aria-labelledby="new">
          <RuleLabel id="new">A new match</RuleLabel>
          <p className="mt-3 text-sm text-ink-soft">{messages.MATCH_LEAD}</p>
          <MatchForm to={href('/admin/matches')} {...{ pools, today, refused }} />
        </Panel>
      </div>
    </AdminFrame>
  );
}
