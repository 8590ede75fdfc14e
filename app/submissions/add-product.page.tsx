import { href } from 'react-router';
import { siteUrl } from '#app/config.ts';
import { upcKey } from '#app/catalogue/barcodes.ts';
import { cleanLine } from '#app/kit/text.ts';
import { metaOf } from '#app/feeds/page-meta.ts';
import { refuse } from '#app/http/call.ts';
import { leadOrNoAnswer } from '#app/funding/list/use-checkout-form.ts';
import {
  formAnswer,
  formAdapterContext,
  formFieldsOf,
  leadToPayment,
} from '#app/http/form-adapter.server.ts';
import { AboutSubmitting } from './about-submitting.tsx';
import { dataOf, draftOf, errorsIn, useDraft } from './draft.ts';
import { NAME_MAX } from './submission.ts';
import { panelNamed } from '#app/toxicology/panels/panels.ts';
import { SubmissionForm } from './submission-form.tsx';
import type { SubmissionRefusal } from './submission-schema.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { Panel } from '#app/ui/panel.tsx';
import type { Route } from './+types/add-product.page.ts';

/** A search that found nothing leads here with the words, or the barcode, that were typed. */
export function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const name = cleanLine(searchParams.get('name') ?? '');
  const upc = searchParams.get('upc') ?? '';
  const asked = name
    ? { name: [...name].slice(0, NAME_MAX).join('') }
    : upcKey(upc) !== null && { upc };
  const panel = panelNamed(searchParams.get('panel'))?.key;
  const searched = (asked || panel) && { ...asked, ...(panel && { panel }) };
  return { baseUrl: siteUrl(), searched: searched || undefined };
}

/** Leads to the hosted checkout of the first contribution. */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = formFieldsOf(await request.formData());
  const draft = draftOf(typed);
  const fields = errorsIn(draft);
  const [error] = Object.values(fields);
  const answered = error
    ? refuse(400, error, { fields })
    : await context.get(formAdapterContext)('post /api/create-product-submission-checkout', {
        submissionData: { ...dataOf(draft), another: typed.another === 'yes' },
      });
  return leadToPayment(answered) ?? formAnswer<SubmissionRefusal>(answered, typed);
}

export const clientAction = leadOrNoAnswer;

export const meta = metaOf(href('/add-product'), {
  title: 'Add a product',
  description:
    'Name a product that should be tested for plastic chemicals, and make the first contribution to it.',
});

export default function AddProductPage({ actionData, loaderData }: Route.ComponentProps) {
  const refused = actionData?.ok === false ? actionData : undefined;
  const [draft, change] = useDraft(refused ? draftOf(refused.typed) : loaderData.searched);
  return (
    <>
      <PageHead label="Something is missing?" title="Add a product">
        Name a product that should be tested, and make the first contribution to it.
      </PageHead>
      <div className="page-column grid items-start gap-x-12 gap-y-10 pt-8 pb-20 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <Panel aria-label="The product" className="shadow-raised">
          <SubmissionForm sent={actionData} draft={draft} onChange={change} />
        </Panel>
        <AboutSubmitting panel={panelNamed(draft.panel)} />
      </div>
    </>
  );
}
