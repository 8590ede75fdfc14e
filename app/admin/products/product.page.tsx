import { data, href } from 'react-router';
import { AdminFrame, adminMeta, AnswerNotice } from '#app/admin-ui/admin-frame.tsx';
import { administratorOf, asDone, asPage } from '#app/admin-ui/page-answer.server.ts';
import { centsIn } from '#app/http/form-adapter.server.ts';
import { deskAction } from '#app/admin/sign-in/fresh-factor.server.ts';
import { readTrail, type ReadAction } from '#app/admin-log/read-trail.server.ts';
import { TrailRow } from '#app/admin-log/trail-row.tsx';
import { PRODUCT_FIELDS, type TypedFields } from '#app/catalogue/product-fields.ts';
import { answer, refuse } from '#app/http/call.ts';
import { TitledPanel } from '#app/ui/panel.tsx';
import type { Route } from './+types/product.page.ts';
import {
  changeFields,
  changeHidden,
  noteLooked,
  removeWithRefunds,
} from './change-product.server.ts';
import { codeOf, loadMergePreview, loadProduct } from './load-product.server.ts';
import { LookPanel } from './look-panel.tsx';
import { MergePanel, HidePanel, RemovePanel } from './product-panels.tsx';
import { mergeProducts } from './merge-products.ts';
import { MessageTexts } from '#app/admin/people/message-list.tsx';
import { messagesAbout } from '#app/contact/contact-message.server.ts';
import * as messages from './messages.ts';
import { ProductForm, type RefusedEdit } from './product-form.tsx';
import { ProductOverview } from './product-overview.tsx';
import { writtenOf } from './submissions.server.ts';

/** How many happenings of a product are shown; the trail has them all. */
const HISTORY_SHOWN = 50;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { email } = administratorOf(context);
  const id = codeOf(params.id);
  const product = id === undefined ? undefined : await loadProduct(id);
  if (!product) throw data(messages.NO_SUCH_PRODUCT, { status: 404 });
  const asked = new URL(request.url).searchParams;
  const into = asked.get('into');
  const merge = into === null ? undefined : await loadMergePreview(product.id, codeOf(into));
  return {
    email,
    product,
    history: await readTrail({ product: product.id, limit: HISTORY_SHOWN }),
    written: await writtenOf([product.id]),
    letters: await messagesAbout(product.id),
    into: into ?? '',
    merge,
    done: messages.DONE[asked.get('done') ?? ''],
  };
}

/** Does what the pressed button says, and leads back to the page where it was done. */
export async function action({ params, ...args }: Route.ActionArgs) {
  const id = codeOf(params.id);
  if (id === undefined) throw data(messages.NO_SUCH_PRODUCT, { status: 404 });
  return deskAction(
    args,
    ['remove', 'merge'],
    ({ by, form, field }) => ({
      edit: async () => {
        const typed = Object.fromEntries(
          PRODUCT_FIELDS.map((name) => [name, field(name)]),
        ) as TypedFields;
        const changed = await changeFields(by, id, typed, field('seen'));
        return changed.status === 200 ? changed : asPage(changed, { typed });
      },
      hide: () => changeHidden(by, id, true),
      show: () => changeHidden(by, id, false),
      look: () => noteLooked(by, id),
      remove: async () => {
        const reason = field('reason') === 'untestable' ? 'untestable' : 'removed';
        if (!form.has('sure')) return refuse(400, messages.SURE_NEEDED);
        return removeWithRefunds(by, id, reason, centsIn(form, 'raisedCents'));
      },
      merge: async () => {
        const survivor = codeOf(field('into'));
        if (!form.has('sure')) return refuse(400, messages.SURE_NEEDED);
        if (survivor === undefined) return refuse(400, 'Enter the code of the product to keep.');
        const merged = await mergeProducts(by, id, survivor, {
          movedCents: centsIn(form, 'movedCents'),
          excessCents: centsIn(form, 'excessCents'),
        });
        return merged.ok
          ? answer(200, { done: 'merged' })
          : refuse(409, await whyNotMerged(id, survivor, merged.why));
      },
    }),
    (answered) => asDone(href('/admin/products/:id', { id: String(id) }), answered),
  );
}

async function whyNotMerged(
  id: number,
  survivor: number,
  why: keyof typeof messages.MERGE_REFUSALS | 'changed',
): Promise<string> {
  if (why !== 'changed') return messages.MERGE_REFUSALS[why];
  const now = await loadMergePreview(id, survivor);
  if (now.error !== undefined) return now.error;
  return `Something changed since you looked: now ${messages.mergePreview(now.movedCents, now.excessCents)} Nothing was merged. Look again below, and check the box again to confirm.`;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return adminMeta(loaderData ? `Product ${loaderData.product.id}` : 'No such product');
}

/** One product: what it says, what was done to it, and what can be. */
export default function ProductPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, product, history, written, letters, merge, into, done } = loaderData;
  const isGone = product.removedReason !== null;
  return (
    <AdminFrame title={product.fields.name} email={email}>
      <AnswerNotice outcome={actionData ?? { message: done }} />
      <ProductOverview product={product} />
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-2">
        {product.mergedInto === null && (
          <ProductForm product={product} {...(actionData as RefusedEdit | undefined)} />
        )}
        <div className="grid gap-6">
          {(product.awaitsReview || written.length > 0) && (
            <LookPanel product={product} written={written} />
          )}
          {!isGone && <HidePanel product={product} />}
          {!isGone && <MergePanel product={product} into={into} preview={merge} />}
          {!isGone && <RemovePanel product={product} />}
        </div>
        {letters.length > 0 && (
          <TitledPanel id="messages" title="Messages about it" className="lg:col-span-2">
            <MessageTexts messages={letters} />
          </TitledPanel>
        )}
        <ProductHistory id={product.id} history={history} />
      </div>
    </AdminFrame>
  );
}

/** What administrators did to a product: who, when, before and after; the newest first. */
function ProductHistory({ id, history }: { id: number; history: ReadAction[] }) {
  return (
    <TitledPanel id="history" title="History" className="lg:col-span-2">
      {history.length === 0 && (
        <p className="mt-3 text-sm text-ink-soft">Nothing has been done yet.</p>
      )}
      <ul className="mt-1">
        {history.map((action) => (
          <TrailRow key={action.id} {...action} />
        ))}
      </ul>
      <p className="mt-3 text-sm">
        <a href={`${href('/admin/trail')}?product=${id}`} className="link">
          All of it, in the trail
        </a>
      </p>
    </TitledPanel>
  );
}
