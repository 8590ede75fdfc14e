import { formAdapterContext, formFieldsOf } from '#app/http/form-adapter.server.ts';
import { takeLookupForm } from './lookup-form.server.ts';
import { LookupScreen } from './lookup-screen.tsx';
import { orNoAnswer } from '#app/ui/use-sent-form.ts';
import { site } from '#app/site.ts';
import type { Route } from './+types/view-contributions.page.ts';

/**
 * What it shows belongs to one person: no search engine lists it. The origin alone goes along, by which
 * the form without scripts is known as the site's own.
 */
export function meta() {
  return [
    { title: `View contributions · ${site.name}` },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'strict-origin' },
  ];
}

export async function action({ request, context }: Route.ActionArgs) {
  const typed = formFieldsOf(await request.formData());
  return takeLookupForm(typed, context.get(formAdapterContext));
}

export const clientAction = orNoAnswer;

export default function ViewContributionsPage({ actionData }: Route.ComponentProps) {
  return (
    <>
      <section className="squared border-b border-line">
        <div className="page-column pt-10 pb-9">
          <p className="label mb-3 text-accent-ink">What became of it</p>
          <h1 className="text-3xl sm:text-4xl">View contributions</h1>
          <p className="mt-4 max-w-prose text-lg text-ink-soft">
            Everything given under your email address: its status, when it would be refunded, and a
            receipt for each.
          </p>
        </div>
      </section>
      <div className="page-column pt-8 pb-20">
        <LookupScreen sent={actionData && 'step' in actionData ? actionData : undefined} />
      </div>
    </>
  );
}
