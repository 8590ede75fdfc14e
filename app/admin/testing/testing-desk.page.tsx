import { data, href, redirect } from 'react-router';
import { AdminFrame, adminMeta, AnswerNotice } from '#app/desk/admin-frame.tsx';
import { administratorOf, REPEATED } from '#app/desk/page-answer.server.ts';
import { CostDesk, SettleForm } from './cost-desk.tsx';
import type { RefusedForm } from '#app/desk/desk-form.tsx';
import { EndingForm, MakerForm } from './ending-form.tsx';
import { withFreshCode, type Command } from '#app/admin/sign-in/fresh-factor.server.ts';
import * as tests from './order-tests.server.ts';
import { formFieldsOf } from '#app/http/form-adapter.server.ts';
import { UNKNOWN_ACTION } from '#app/platform/messages.ts';
import { PurchaseForm } from './purchase-form.tsx';
import { RegistrationForm } from './registration-form.tsx';
import { AllSamples, SampleDesk } from './sample-desk.tsx';
import { findProduct } from '#app/catalogue/find-product.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { revisionsWithFile } from '#app/intake/laboratory-file.server.ts';
import { findTesting } from '#app/testing/find-testing.server.ts';
import { dayOf } from '#app/testing/promise.ts';
import * as input from '#app/testing/read-input.ts';
import { TEST_REFUSALS, type TestRefusal } from '#app/testing/refusals.ts';
import { readPurchasePhoto } from '#app/testing/purchase-photos.server.ts';
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
    product: { id, name: product.name },
    testing,
    desk: await findDesk(id),
    files: await revisionsWithFile(id),
    today: dayOf(now()),
    formIds: [crypto.randomUUID(), crypto.randomUUID()] as const,
    sentence: outcome && (outcome === 'repeated' ? REPEATED : 'Saved.'),
  };
}

/** Notes what the pressed button says; what is refused comes back with what was typed. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const command = { request, by: administratorOf(context), form: await request.formData() };
  return withFreshCode(command, ['end', 'settle'], () => fulfil(command, codeOf(params.id)));
}

async function fulfil({ by, form }: Command, id: number) {
  const fields = formFieldsOf(form);
  const isAnyway = form.has('anyway');
  switch (fields.intent) {
    case 'register':
      return answered(id, fields, input.readRegistering(fields), (said) =>
        tests.registerProductTest(by, id, said, Number(fields.seen)),
      );
    case 'buy': {
      const photo = await readPurchasePhoto(form);
      if (!photo.ok) return refusal(400, fields, photo.error);
      const more = { number: Number(fields.number), isAnyway, photo: photo.value };
      return answered(id, fields, input.readPurchase(fields), (purchase) =>
        tests.buyTestSample(by, id, purchase, more),
      );
    }
    case 'note-step':
      return answered(id, fields, input.readNoted(fields), (noted) =>
        tests.noteTestSteps(by, (fields.sample ?? '').split(' '), noted),
      );
    case 'correct-step':
      return answered(id, fields, input.readStepCorrection(fields), (correction) =>
        tests.correctTestStep(by, Number(fields.row), correction),
      );
    case 'note-cost':
      return answered(id, fields, input.readCost(fields), (cost) =>
        tests.noteTestCost(by, id, cost, isAnyway),
      );
    case 'correct-cost':
      return answered(id, fields, input.readCostCorrection(fields), (correction) =>
        tests.correctTestCost(by, fields.cost ?? '', correction),
      );
    case 'tell-maker':
      return answered(id, fields, input.readMaker(fields), (email) =>
        tests.tellProductMaker(by, id, email),
      );
    case 'end':
      return answered(id, fields, input.readEnding(fields), (reason) =>
        tests.endProductTest(by, id, reason),
      );
    case 'settle':
      return answered(id, fields, { ok: true, value: Number(fields.left) }, (leftCents) =>
        tests.settleTestBooks(by, id, leftCents),
      );
    default:
      return refusal(400, fields, UNKNOWN_ACTION);
  }
}

type Fields = Record<string, string>;
type AnswerNotice = { ok: true; isRepeated?: boolean } | { ok: false; why: TestRefusal };

async function answered<T>(
  id: number,
  fields: Fields,
  read: input.Read<T>,
  note: (value: T) => Promise<AnswerNotice>,
) {
  if (!read.ok) return refusal(400, fields, read.error);
  const outcome = await note(read.value);
  if (!outcome.ok) return refusal(409, fields, TEST_REFUSALS[outcome.why]);
  const how = outcome.isRepeated ? 'repeated' : 'noted';
  return redirect(`${href('/admin/testing/:id', { id: String(id) })}?outcome=${how}`, 303);
}

function refusal(status: number, fields: Fields, error: string) {
  const refused: RefusedForm = { form: fields.form ?? '', error, typed: fields };
  return data(refused, { status });
}

function codeOf(text: string): number {
  return /^\d{1,10}$/.test(text) ? Number(text) : 0;
}

export const meta = () => adminMeta('Testing');

/** One product's test: its samples, its costs, and public page of them. */
export default function TestingDeskPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, product, testing, desk, files, today, formIds, sentence } = loaderData;
  const refused = actionData && 'typed' in actionData ? (actionData as RefusedForm) : undefined;
  const shared = { productId: product.id, today, refused };
  const hasEnded = testing.ended_on !== null;
  const isOver = testing.testing_status === 'Tested' || hasEnded;
  const isGoing = desk.samples.some(({ steps }) => !steps.some(({ step }) => step === 'given-up'));
  return (
    <AdminFrame title={product.name} email={email}>
      <p className="mt-2 text-sm">
        <a href={href('/product/:id', { id: String(product.id) })} className="link font-mono">
          {product.id}: public page
        </a>
        {' · '}
        <a href={`${href('/admin/results')}?product=${product.id}`} className="link">
          Upload results
        </a>
        {' · '}
        <a href={`/api/testing/${product.id}/results-template`} className="link" download>
          Template for the laboratory
        </a>
        {' · '}
        <a href={`/api/testing/${product.id}/results-template.xlsx`} className="link" download>
          as .xlsx
        </a>
        {files.map((revision) => (
          <span key={revision}>
            {' · '}
            <a
              href={`/api/testing/${product.id}/laboratory-file/${revision}`}
              className="link"
              download
            >
              {`File of revision ${revision}`}
            </a>
          </span>
        ))}
      </p>
      <AnswerNotice outcome={refused ? { error: refused.error } : { message: sentence }} />
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <AllSamples samples={desk.samples} {...shared} />
          {desk.samples.map((sample) => (
            <SampleDesk key={sample.id} sample={sample} {...shared} />
          ))}
          {testing.begun_on && !isOver && <MakerForm productId={product.id} refused={refused} />}
          {testing.begun_on && !isOver && !isGoing && (
            <EndingForm productId={product.id} refused={refused} />
          )}
          {!isOver && (
            <RegistrationForm
              productId={product.id}
              known={desk.registration.known}
              likely={desk.registration.likely}
              refused={refused}
            />
          )}
          {!hasEnded && (testing.begun_on || desk.registration.known) && (
            <PurchaseForm
              hasBegun={testing.begun_on !== null}
              number={desk.samples.length + 1}
              formId={formIds[0]}
              {...shared}
            />
          )}
        </div>
        <div className="@container flex min-w-0 flex-col gap-6">
          {testing.begun_on && <CostDesk costs={desk.costs} formId={formIds[1]} {...shared} />}
          {isOver && desk.leftCents !== 0 && (
            <SettleForm productId={product.id} leftCents={desk.leftCents} refused={refused} />
          )}
          <TestingStatement statement={testing.statement} />
          <TestingTimeline testing={testing} />
        </div>
      </div>
    </AdminFrame>
  );
}
