import { href, Link } from 'react-router';
import { siteUrl } from '#app/config.ts';
import { NewsletterForm } from '#app/mailing/newsletter/newsletter-form.tsx';
import { Evidence } from './about-evidence.tsx';
import { Bill, Limits, Steps } from './about-parts.tsx';
import { pageMeta } from '#app/platform/feeds/page-meta.ts';
import { formAnswer, formDoorContext, formFieldsOf } from '#app/platform/http/form-door.server.ts';
import { site } from '#app/site.ts';
import { buttonClass } from '#app/ui/button.tsx';
import type { Route } from './+types/about.page.ts';
import { SAMPLES } from '#app/kit/facts.ts';

export function loader() {
  return { baseUrl: siteUrl() };
}

/** Takes a sign-up to the newsletter, from whichever page its form stands on. */
export async function action({ request, context }: Route.ActionArgs) {
  const { email = '', query, status } = formFieldsOf(await request.formData());
  const typed = { email, ...(query && { query }), ...(status && { status }) };
  return formAnswer(await context.get(formDoorContext)('post /api/subscribers', typed), typed);
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: `About · ${site.name}`,
    description: `How ${site.name} pools small contributions to have everyday products tested for plastic chemicals: what a test costs, what happens to the money, and what the results can tell you.`,
    address: `${loaderData?.baseUrl ?? ''}${href('/about')}`,
  });
}

export default function AboutPage({ actionData }: Route.ComponentProps) {
  return (
    <>
      <section className="squared border-b border-line">
        <div className="page-column pt-10 pb-9">
          <p className="label mb-3 text-accent-ink">What this is</p>
          <h1 className="text-3xl sm:text-4xl">About {site.name}</h1>
          <p className="mt-4 max-w-prose text-lg text-ink-soft">
            Plastic chemicals get into food and the things around it, and no label says how much. A
            laboratory can tell. Testing {SAMPLES} costs more than most people want to spend. Shared
            among everyone who would like to know, it costs each of them very little, and the
            results belong to everyone.
          </p>
          <p className="mt-6 flex flex-wrap gap-3">
            <Link to={href('/')} className={buttonClass({ variant: 'primary' })}>
              Products to fund
            </Link>
            <Link to={href('/plasticlist')} className={buttonClass()}>
              Tested products
            </Link>
          </p>
        </div>
      </section>
      <div className="page-column grid items-start gap-x-12 gap-y-10 pt-8 pb-20 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="flex max-w-prose flex-col gap-10">
          <Steps />
          <Evidence />
          <Limits />
        </div>
        <div className="flex flex-col gap-10">
          <Bill />
          <NewsletterForm sent={actionData} />
        </div>
      </div>
    </>
  );
}
