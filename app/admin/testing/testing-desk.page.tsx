import { data, href, redirect } from 'react-router';
import { AdminFrame, adminMeta, AnswerNotice } from '#app/admin-ui/admin-frame.tsx';
import { administratorOf } from '#app/admin-ui/page-answer.server.ts';
import { ActPanels } from './act-form.tsx';
import { CostDesk } from './cost-desk.tsx';
import { asTyped, deskAction, type Command } from '#app/admin/sign-in/fresh-factor.server.ts';
import { performTyped } from './perform-act.server.ts';
import { formFieldsOf } from '#app/http/form-adapter.server.ts';
import { refuse } from '#app/http/call.ts';
import { AllSamples, SampleDesk } from './sample-desk.tsx';
import { findProduct } from '#app/catalogue/find-product.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { revisionsWithFile } from '#app/intake/laboratory-file.server.ts';
import { DESK_ACTS, WEIGHTY, type ActName } from '#app/testing/acts.ts';
import { findTesting } from '#app/testing/find-testing.server.ts';
import { dayOf } from '#app/testing/promise.ts';
import { readPurchasePhoto } from '#app/testing/purchase-photos.server.ts';
import { standingFields } from '#app/testing/standing.ts';
import { findDesk } from '#app/testing/testing-desk.server.ts';
import { TestingStatement } from '#app/testing/testing-statement.tsx';
import { TestingTimeline } from '#app/testing/testing-timeline.tsx';
import type { Route } from './+types/testing-desk.page.ts';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { email } = administratorOf(context);
  const asked = codeOf(params.id);
  const [product, testing] = await Promise.all([findProduct(asked), findTesting(asked)]);
  if (!product || !testing || !(testing.funded_on || testing.begun_on)) {
    throw data('No product with this code is fully funded.', { status: 404 });
  }
  const { id } = product;
  const outcome = new URL(request.url).searchParams.get('outcome');
  // A duplicate's desk is that of the product it was merged into.
  if (id !== asked) throw redirect(href('/admin/testing/:id', { id: String(id) }));
  return {
    email,
    product: { id },
    testing,
    desk: await findDesk(id),
    files: await revisionsWithFile(id),
    today: dayOf(now()),
    formIds: { buy: crypto.randomUUID(), 'note-cost': crypto.randomUUID() } as Record<
      string,
      string
    >,
    sentence: outcome && (outcome === 'repeated' ? REPEATED : 'Saved.'),
  };
}

const REPEATED = 'This was already recorded. Nothing was saved twice.';

/** Notes what the pressed button says; what is refused comes back with what was typed. */
export async function action({ params, ...args }: Route.ActionArgs) {
  const id = codeOf(params.id);
  const acts = (command: Command) =>
    Object.fromEntries(DESK_ACTS.map((act) => [act, () => fulfil(command, act, id)]));
  return deskAction(args, WEIGHTY, acts, asTyped);
}

async function fulfil({ by, form }: Command, act: ActName, id: number) {
  const photo = await readPurchasePhoto(form);
  if (!photo.ok) return refuse(400, photo.error, { field: 'photo' });
  const done = await performTyped(by, act, id, formFieldsOf(form), photo.value);
  if (!done.ok) return { status: done.status, body: { error: done.error, field: done.field } };
  const how = done.isRepeated ? 'repeated' : 'noted';
  return redirect(`${href('/admin/testing/:id', { id: String(id) })}?outcome=${how}`, 303);
}

function codeOf(text: string): number {
  return /^\d{1,10}$/.test(text) ? Number(text) : 0;
}

export const meta = () => adminMeta('Testing');

/** One product's test: its samples, its costs, and public page of them. */
export default function TestingDeskPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, product, testing, desk, files, sentence } = loaderData;
  const hasEnded = testing.ended_on !== null;
  const test = {
    isRegistered: desk.registration.known !== undefined,
    hasLevels: desk.registration.hasLevels,
    seen: desk.registration.seen.map(([name, text]) => `${name}: ${text}.`).join(' '),
    isBegun: testing.begun_on !== null,
    hasEnded,
    isOver: testing.testing_status === 'Tested' || hasEnded,
    isGoing: desk.samples.some(({ steps }) => !steps.some(({ step }) => step === 'given-up')),
    leftCents: desk.leftCents,
  };
  const standingOf = (act: ActName) => ({
    ...standingFields(act, desk),
    id: loaderData.formIds[act],
  });
  const downloads = `/api/testing/${product.id}`;
  const links = [
    [`${href('/admin/results')}?product=${product.id}`, 'Upload results'],
    [`${downloads}/results-template`, 'Template for the laboratory'],
    [`${downloads}/results-template.xlsx`, 'as .xlsx'],
    ...files.map((one) => [`${downloads}/laboratory-file/${one}`, `File of revision ${one}`]),
  ] as const;
  return (
    <AdminFrame title={desk.registration.name} email={email}>
      <p className="mt-2 text-sm">
        <a href={href('/product/:id', { id: String(product.id) })} className="link font-mono">
          {product.id}: public page
        </a>
        {links.map(([to, text]) => (
          <span key={to}>
            {' · '}
            <a href={to} className="link" download={to.startsWith('/api/')}>
              {text}
            </a>
          </span>
        ))}
      </p>
      <AnswerNotice outcome={actionData ?? { message: sentence }} />
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <AllSamples desk={desk} />
          {desk.samples.map((sample) => (
            <SampleDesk key={sample.id} sample={sample} desk={desk} />
          ))}
          <ActPanels side="left" test={test} standingOf={standingOf} />
        </div>
        <div className="@container flex min-w-0 flex-col gap-6">
          {test.isBegun && <CostDesk costs={desk.costs} standing={standingOf('note-cost')} />}
          <ActPanels side="right" test={test} standingOf={standingOf} />
          <TestingStatement statement={testing.statement} />
          <TestingTimeline testing={testing} />
        </div>
      </div>
    </AdminFrame>
  );
}
