import { useEffect, useRef } from 'react';
import { data, href, Link } from 'react-router';
import * as messages from './messages.ts';
import type { ShownOffer } from '#app/funding/moving/move-schema.ts';
import { Missing } from './failure-notice.tsx';
import { MoveForm } from './move-form.tsx';
import {
  formAdapterContext,
  formFieldsOf,
  headersOf,
  loaded,
} from '#app/http/form-adapter.server.ts';
import { privateMeta } from '#app/http/private-page.ts';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/move.page.ts';

const MOVE_OFFER = 'post /api/move-offer';

export const meta = () => privateMeta('Move a contribution');

/** Whose contribution it is about: a mailed link's token, or one of the list that this browser may see. */
function giverIn(request: Request) {
  const { token, id } = Object.fromEntries(new URL(request.url).searchParams);
  return token ? { token: token.trim() } : { id: id?.trim() };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const offered = await context.get(formAdapterContext)(MOVE_OFFER, giverIn(request));
  return loaded<typeof MOVE_OFFER>(offered, messages.offerFailed);
}

/** Moves, or looks a product up for it; refused, with what can be chosen now. */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = formFieldsOf(await request.formData());
  const giver = giverIn(request);
  const call = context.get(formAdapterContext);
  const [to = '', amount] = (typed.to ?? '').split(':');
  const moved =
    typed.intent === 'move' &&
    (await call('post /api/move-contribution', {
      ...giver,
      to: /^\d+$/.test(to) ? Number(to) : to,
      amount: Number(amount),
      new_date: typed.new_date === 'on',
    }));
  const { message, error } = (moved ? moved.body : {}) as { message?: string; error?: string };
  if (moved && message) {
    return data({ done: message }, { status: moved.status, headers: headersOf(moved) });
  }
  const asked = (typed.product ?? '').trim();
  // As it is printed, or at the end of an address; what is more than that is looked for by words.
  const number = /^(?:no\.?\s*|#|\S*\/)?0*(\d{1,9})\/?(?:[?#]\S*)?$/i.exec(asked)?.[1];
  const offered = await call(MOVE_OFFER, {
    ...giver,
    ...(number ? { product: Number(number) } : { search: asked.slice(0, 200) }),
  });
  const { data: outcome } = loaded<typeof MOVE_OFFER>(offered, messages.offerFailed);
  const missing = typed.intent === 'look' && !asked ? messages.NUMBER_MISSING : undefined;
  const refused = error ?? missing ?? (outcome.ok ? outcome.body.refusal : null) ?? undefined;
  const answered = moved && outcome.ok ? moved : offered;
  const chosen = outcome.ok && !outcome.body.refusal ? (number ?? onlyOf(outcome.body)) : undefined;
  return data(
    { outcome, refused, chosen },
    { status: answered.status, headers: headersOf(answered) },
  );
}

function onlyOf({ found }: ShownOffer): string | undefined {
  return found?.total === 1 ? String(found.ids[0]) : undefined;
}

/**
 * What a mailed link, or the list of contributions, opens. Looking at it moves nothing, so that a mail
 * scanner which follows the link does no harm.
 */
export default function MovePage({ loaderData: offer, actionData: sent }: Route.ComponentProps) {
  return (
    <div key={JSON.stringify(sent)} className="page-column pt-10 pb-20">
      <div className="mx-auto flex max-w-prose flex-col gap-7">
        {sent && 'done' in sent ? (
          <Done sentence={sent.done} />
        ) : (
          <Choice offer={offer} sent={sent} />
        )}
        <p>
          <Link to={href('/view-contributions')} className="link">
            View contributions
          </Link>
        </p>
      </div>
    </div>
  );
}

function Done({ sentence }: { sentence: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-3xl">
        Done
      </h1>
      <Notice tone="good">{sentence}</Notice>
      <p>We email you about it, too.</p>
    </>
  );
}

type Sent = Exclude<Route.ComponentProps['actionData'], { done: string }>;

function Choice({ offer, sent }: { offer: Route.ComponentProps['loaderData']; sent: Sent }) {
  const outcome = sent?.outcome ?? offer;
  return (
    <>
      <h1 className="text-3xl">Where should your contribution go?</h1>
      {outcome.ok ? (
        <>
          {sent?.refused && <Notice tone="error">{sent.refused}</Notice>}
          <MoveForm offer={outcome.body} chosen={sent?.chosen} />
        </>
      ) : (
        <Missing outcome={outcome} noUse={[400, 401, 404, 409]} />
      )}
    </>
  );
}
