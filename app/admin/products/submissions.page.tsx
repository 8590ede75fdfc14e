import { href } from 'react-router';
import { AdminFrame, adminMeta, AnswerNotice } from '#app/admin-ui/admin-frame.tsx';
import { administratorOf } from '#app/admin-ui/page-answer.server.ts';
import { deskAction } from '#app/admin/sign-in/fresh-factor.server.ts';
import { DeskForm, IntentButton, Press, Sure } from '#app/admin-ui/desk-form.tsx';
import { noteLooked, removeWithRefunds } from './change-product.server.ts';
import { codeOf } from './load-product.server.ts';
import * as messages from './messages.ts';
import {
  listUnreviewed,
  listVisitorSearches,
  type Unreviewed,
  type VisitorSearch,
} from './submissions.server.ts';
import { WrittenList } from './look-panel.tsx';
import { RemovalReason } from './product-panels.tsx';
import { formatCents } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { answer, refuse, type Administrator, type Answer } from '#app/http/call.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';
import { Tag } from '#app/ui/tag.tsx';
import type { Route } from './+types/submissions.page.ts';
import { PlainLink } from '#app/ui/text-link.tsx';

/** Rows of each list shown at once. */
const SHOWN = 50;

export async function loader({ context }: Route.LoaderArgs) {
  const { email } = administratorOf(context);
  return {
    email,
    unreviewed: await listUnreviewed(SHOWN),
    searches: await listVisitorSearches(SHOWN),
  };
}

/** Notes that a product was looked at, or takes several off the list. */
export async function action(args: Route.ActionArgs) {
  return deskAction(args, ['discard'], ({ by, form, field }) => ({
    look: async () => {
      const id = codeOf(field('product'));
      return id === undefined ? refuse(404, messages.NO_SUCH_PRODUCT) : noteLooked(by, id);
    },
    discard: async () => {
      const chosen = form.getAll('chosen').map(String);
      if (chosen.length === 0) return refuse(400, 'Check the products to discard first.');
      if (!form.has('sure')) return refuse(400, messages.SURE_NEEDED);
      return discard(by, chosen, field('reason'));
    },
  }));
}

/** Takes what was chosen off the list, each by itself: what cannot be says why, and the others go. */
async function discard(by: Administrator, chosen: string[], reason: string): Promise<Answer> {
  const refusals: string[] = [];
  for (const one of chosen) {
    const [code, cents] = one.split(':');
    const id = codeOf(code);
    const why = reason === 'untestable' ? 'untestable' : 'removed';
    const done =
      id === undefined
        ? refuse(404, messages.NO_SUCH_PRODUCT)
        : await removeWithRefunds(by, id, why, /^\d{1,9}$/.test(cents ?? '') ? Number(cents) : -1);
    if (done.status !== 200) refusals.push(`${code}: ${(done.body as { error: string }).error}`);
  }
  const gone = chosen.length - refusals.length;
  const message = `${counted(gone, 'product')} taken off the list. Contributions are being refunded.`;
  return refusals.length === 0
    ? answer(200, { message })
    : { status: 409, body: { error: refusals.join(' '), ...(gone > 0 ? { message } : {}) } };
}

export const meta = () => adminMeta('Submissions');

/** What visitors added and nobody has looked at yet, and what they searched for. */
export default function SubmissionsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, unreviewed, searches } = loaderData;
  const more = unreviewed.total - unreviewed.shown.length;
  return (
    <AdminFrame title="Submissions" email={email}>
      <AnswerNotice outcome={actionData} />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <TitledPanel id="unreviewed" title="Not yet reviewed" note={String(unreviewed.total)}>
          <p className="mt-3 text-sm text-ink-soft">
            {unreviewed.total === 0
              ? 'Every product that visitors added has been reviewed.'
              : messages.LOOK_LEAD}
          </p>
          <ul className="mt-2">
            {unreviewed.shown.map((product) => (
              <Waiting key={product.id} product={product} />
            ))}
          </ul>
          {more > 0 && <p className="mt-2 text-sm text-ink-soft">and {more} more</p>}
          {unreviewed.total > 0 && (
            <DeskForm id="discard" className="mt-4 flex flex-col items-start gap-4">
              <RemovalReason />
              <Sure>
                Take those that are checked off the list, and refund what was given to them
              </Sure>
              <IntentButton intent="discard">Discard those that are checked</IntentButton>
            </DeskForm>
          )}
        </TitledPanel>
        <Searches searches={searches} />
      </div>
    </AdminFrame>
  );
}

function Waiting({ product }: { product: Unreviewed }) {
  const { id, name, brand, category, upc, servingSizeG, raisedCents, contributors } = product;
  return (
    <li className="border-t border-line-strong py-4">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-mono text-xs tabular text-ink-soft">{id}</span>
        <span className="font-medium wrap-anywhere">{name}</span>
        {product.isHidden && <Tag tone="warn">hidden</Tag>}
        <label className="ml-auto flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            name="chosen"
            value={`${id}:${raisedCents}`}
            form="discard"
            className="size-5"
          />
          <span>
            Discard<span className="sr-only"> {name}</span>
          </span>
        </label>
      </p>
      <p className="mt-1 text-sm wrap-anywhere text-ink-soft">
        {brand ?? 'Unknown brand'} / {category} · barcode: {upc ?? 'none'} · serving size:{' '}
        {servingSizeG === null ? 'unknown' : `${servingSizeG} g`}
      </p>
      <p className="font-mono text-xs tabular text-ink-soft">
        {formatCents(raisedCents)}, {counted(contributors, 'contributor')}
      </p>
      <WrittenList written={product.written} />
      <Alike product={product} />
      <div className="mt-2 flex flex-wrap gap-3">
        <Press intent="look" fields={{ product: String(id) }} about={name}>
          Mark as reviewed
        </Press>
        <a
          href={href('/admin/products/:id', { id: String(id) })}
          className={buttonClass({ size: 'small' })}
        >
          Change, hide, or remove it
        </a>
      </div>
    </li>
  );
}

/** What may be the same: to fund, with the merge one press away, and tested. */
function Alike({ product: { id, listedAlike, testedAlike } }: { product: Unreviewed }) {
  if (listedAlike.length + testedAlike.length === 0) return null;
  return (
    <ul aria-label="Similar names" className="mt-2 flex flex-col gap-1 text-sm">
      {listedAlike.map((one) => (
        <li key={one.id}>
          To fund: {one.name} ({one.id}).{' '}
          <PlainLink
            href={`${href('/admin/products/:id', { id: String(id) })}?into=${one.id}#merge`}
          >
            Merge {id} into {one.id}
          </PlainLink>
        </li>
      ))}
      {testedAlike.map((one) => (
        <li key={one.id}>
          Tested:{' '}
          <PlainLink href={href('/plasticlist/:originalId', { originalId: String(one.id) })}>
            {one.name}
          </PlainLink>
        </li>
      ))}
    </ul>
  );
}

function Searches({ searches }: { searches: VisitorSearch[] }) {
  return (
    <TitledPanel id="wishes" title="What people were searching for">
      <p className="mt-3 text-sm text-ink-soft">
        {searches.length === 0
          ? 'Nobody who signed up on the home page has searched for anything yet.'
          : 'What people were searching for when they signed up for updates on the home page, most frequent first.'}
      </p>
      <ul className="mt-2">
        {searches.map(({ query, signUps, confirmed }) => (
          <li
            key={query}
            className="flex items-baseline justify-between gap-4 border-b border-line py-2 text-sm last:border-0"
          >
            <span className="min-w-0 wrap-anywhere">{query}</span>
            <span className="shrink-0 font-mono text-xs tabular text-ink-soft">
              {counted(signUps, 'sign-up')}, {confirmed} confirmed
            </span>
          </li>
        ))}
      </ul>
    </TitledPanel>
  );
}
