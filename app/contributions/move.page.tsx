import { data, useSearchParams } from 'react-router';
import * as messages from './messages.ts';
import type { ShownOffer } from './move-schema.ts';
import { MOVE_OFFER, MoveScreen } from './move-screen.tsx';
import {
  askedOf,
  formAdapterContext,
  formFieldsOf,
  headersOf,
} from '#app/http/form-adapter.server.ts';
import type { Route } from './+types/move.page.ts';
import { site } from '#app/site.ts';

/**
 * The address may hold a token: no search engine lists it, and nobody is told of it. The origin alone
 * goes along, by which the form is known as the site's own.
 */
export function meta() {
  return [
    { title: `Move a contribution · ${site.name}` },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'strict-origin' },
  ];
}

/** Moves, or looks a product up for it; refused, with what can be chosen now. */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = formFieldsOf(await request.formData());
  const { token, id } = Object.fromEntries(new URL(request.url).searchParams);
  const giver = token ? { token } : { id };
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
  const number = numberIn(asked);
  const offered = await call(MOVE_OFFER, {
    ...giver,
    ...(number ? { product: Number(number) } : { search: asked.slice(0, 200) }),
  });
  const outcome = askedOf<typeof MOVE_OFFER>(offered, messages.offerFailed);
  const missing = typed.intent === 'look' && !asked ? messages.NUMBER_MISSING : undefined;
  const refused = error ?? missing ?? (outcome.ok ? outcome.body.refusal : null) ?? undefined;
  const answered = moved && outcome.ok ? moved : offered;
  const chosen = outcome.ok && !outcome.body.refusal ? (number ?? onlyOf(outcome.body)) : undefined;
  return data(
    { outcome, refused, chosen },
    { status: answered.status, headers: headersOf(answered) },
  );
}

/** A number as it is printed, or at the end of an address; what is more than that is looked for by words. */
function numberIn(text: string): string | undefined {
  return /^(?:no\.?\s*|#|\S*\/)?0*(\d{1,9})\/?(?:[?#]\S*)?$/i.exec(text)?.[1];
}

function onlyOf({ found }: ShownOffer): string | undefined {
  return found?.total === 1 ? String(found.ids[0]) : undefined;
}

export default function MovePage({ actionData }: Route.ComponentProps) {
  const [parameters] = useSearchParams();
  const giver = { token: parameters.get('token')?.trim(), id: parameters.get('id')?.trim() };
  return <MoveScreen key={JSON.stringify(actionData)} giver={giver} sent={actionData} />;
}
