import { data, href, Link } from 'react-router';
import { formAnswer, formFieldsOf } from '#app/http/form-adapter.server.ts';
import { visitorContext } from '#app/http/page-context.server.ts';
import { sentBy } from '#app/http/ask.ts';
import { ReportProblem } from '#app/results/report/report-problem.tsx';
import { metalResults } from '#app/results/metals/metal-results.server.ts';
import { findTestedReport } from '#app/results/read/tested-report.server.ts';
import { unlistedMeta } from '#app/http/private-page.ts';
import { Select } from '#app/ui/field.tsx';
import { orNoAnswer } from '#app/ui/use-sent-form.ts';
import { ContactForm } from '#app/contact/contact-form.tsx';
import { GROUNDS, NO_RESULTS, OBJECTION_LEAD, OTHER_MATTERS } from '#app/contact/objection.ts';
import { takeObjection } from '#app/contact/objections.server.ts';
import type { Route } from './+types/objection.page.ts';

export async function loader({ params }: Route.LoaderArgs) {
  const tested = await findTestedReport(params.originalId);
  const [report = tested] = tested ? [] : await metalResults([Number(params.originalId)]);
  if (!report) throw data(NO_RESULTS, { status: 404 });
  return { id: report.risk.product_id, name: report.name };
}

/** Takes an objection; refused, it comes back as it was typed. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const typed = { ...formFieldsOf(await request.formData()), intent: 'message' };
  const { email = '', text = '', ground = '' }: Record<string, string> = typed;
  const visitor = context.get(visitorContext);
  const answered = await takeObjection(Number(params.originalId), { email, text, ground }, visitor);
  return formAnswer(answered, typed);
}

export const clientAction = orNoAnswer;
export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

export const meta = ({ loaderData }: Route.MetaArgs) =>
  unlistedMeta(`Write about a result${loaderData ? `: ${loaderData.name}` : ''}`);

/** Writes about a published result: an objection on stated grounds, or a message of its maker or of anyone. */
export default function ObjectionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name } = loaderData;
  const sent = sentBy(actionData, 'message');
  return (
    <article className="page-column max-w-prose pt-6 pb-16">
      <Link
        to={href('/plasticlist/:originalId', { originalId: String(id) })}
        className="inline-flex min-h-8 items-center font-mono text-sm link"
      >
        ← Back to the report
      </Link>
      <h1 className="mt-3 text-2xl sm:text-3xl">Write about the result of {name}</h1>
      <ContactForm
        sent={sent}
        action={href('/objection/:originalId', { originalId: String(id) })}
        lead={OBJECTION_LEAD}
      >
        <Select label="What it is about" name="ground" required>
          <option value="">Choose</option>
          <optgroup label="A mistake in the result (an objection)">
            <Options of={GROUNDS} />
          </optgroup>
          <Options of={OTHER_MATTERS} />
        </Select>
      </ContactForm>
    </article>
  );
}

function Options({ of }: { of: Readonly<Record<string, string>> }) {
  return Object.entries(of).map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ));
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ReportProblem error={error} />;
}
