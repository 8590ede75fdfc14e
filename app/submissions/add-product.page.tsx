import { href, useFetcher } from 'react-router';
import { findAlike } from '#app/catalogue/search/find-alike.server.ts';
import { siteUrl } from '#app/config.ts';
import { cleanLine } from '#app/kit/text.ts';
import { pageMeta } from '#app/platform/feeds/page-meta.ts';
import { site } from '#app/site.ts';
import { formFieldsOf } from '#app/platform/http/form-door.server.ts';
import { formAnswer, formDoorContext, leadToPayment } from '#app/platform/http/form-door.server.ts';
import { AboutSubmitting } from './about-submitting.tsx';
import { dataOf, draftOf } from './draft.ts';
import { NAME_MAX } from './submission.ts';
import { SubmissionForm } from './submission-form.tsx';
import type { SubmissionRefusal } from './submission-schema.ts';
import { Panel } from '#app/ui/panel.tsx';
import type { Route } from './+types/add-product.page.ts';

/** A search leads here with the words that were typed; the form asks with the name that it has. */
export async function loader({ request }: Route.LoaderArgs) {
  const typed = cleanLine(new URL(request.url).searchParams.get('name') ?? '');
  const name = [...typed].slice(0, NAME_MAX).join('');
  return { baseUrl: siteUrl(), name, alike: name === '' ? [] : await findAlike(name) };
}

/** Leads to the hosted checkout of the first contribution. */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = formFieldsOf(await request.formData());
  const answered = await context.get(formDoorContext)(
    'post /api/create-product-submission-checkout',
    { submissionData: dataOf(draftOf(typed)) },
  );
  return leadToPayment(answered) ?? formAnswer<SubmissionRefusal>(answered, typed);
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: `Add a product · ${site.name}`,
    description:
      'Name a product that should be tested for plastic chemicals, and make the first contribution to it.',
    address: `${loaderData?.baseUrl ?? ''}${href('/add-product')}`,
  });
}

const addressFor = (name: string) => `${href('/add-product')}?name=${encodeURIComponent(name)}`;

export default function AddProductPage({ actionData, loaderData }: Route.ComponentProps) {
  const asked = useFetcher<typeof loader>();
  return (
    <>
      <section className="squared border-b border-line">
        <div className="page-column pt-10 pb-9">
          <p className="label mb-3 text-accent-ink">Something is missing?</p>
          <h1 className="text-3xl sm:text-4xl">Add a product</h1>
          <p className="mt-4 max-w-prose text-lg text-ink-soft">
            Name a product that should be tested, and make the first contribution to it.
          </p>
        </div>
      </section>
      <div className="page-column grid items-start gap-x-12 gap-y-10 pt-8 pb-20 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <Panel aria-label="The product" className="shadow-raised">
          <SubmissionForm
            sent={actionData}
            name={loaderData.name}
            alike={asked.data?.alike ?? loaderData.alike}
            onNamed={(name) => void asked.load(addressFor(name))}
          />
        </Panel>
        <AboutSubmitting />
      </div>
    </>
  );
}
