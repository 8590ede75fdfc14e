import { href, Link } from 'react-router';
import { operator, siteUrl } from '#app/config.ts';
import { NewsletterForm } from '#app/subscriptions/newsletter-form.tsx';
import { AboutSection, Bill } from './about-parts.tsx';
import { Prose } from '#app/prose/prose.tsx';
import { operatorValues } from '#app/prose/operator-values.server.ts';
import { readSections } from '#app/prose/read-text.server.ts';
import { metaOf } from '#app/feeds/page-meta.ts';
import { takeSignUp } from '#app/subscriptions/take-sign-up.server.ts';
import { formAdapterContext, formFieldsOf } from '#app/http/form-adapter.server.ts';
import { orNoAnswer } from '#app/ui/use-sent-form.ts';
import { site } from '#app/site.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import type { Route } from './+types/about.page.ts';

export function loader() {
  const [who] = readSections('who-runs-this', operatorValues(operator()));
  return { sections: readSections('about'), who, baseUrl: siteUrl() };
}

/** Takes a sign-up to the newsletter. */
export async function action({ request, context }: Route.ActionArgs) {
  return takeSignUp(formFieldsOf(await request.formData()), context.get(formAdapterContext));
}

export const clientAction = orNoAnswer;

export const meta = metaOf(href('/about'), {
  title: 'About',
  description: `How ${site.name} pools small contributions to have everyday products tested for plastic chemicals: what a test costs, what happens to the money, and what the results can tell you.`,
});

export default function AboutPage({ loaderData, actionData }: Route.ComponentProps) {
  const { who } = loaderData;
  const [head, ...sections] = loaderData.sections;
  return (
    <>
      <section className="squared border-b border-line">
        <div className="page-column pt-10 pb-9">
          <p className="label mb-3 text-accent-ink">What this is</p>
          <h1 className="text-3xl sm:text-4xl">{head?.title}</h1>
          <div className="mt-4 max-w-prose text-lg text-ink-soft">
            <Prose blocks={head?.blocks ?? []} />
          </div>
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
      <div className="page-column grid grid-cols-1 items-start gap-x-12 gap-y-10 pt-8 pb-20 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="flex max-w-prose min-w-0 flex-col gap-10">
          {sections.map((section) => (
            <AboutSection key={section.id} section={section} />
          ))}
          {who && (
            <section aria-labelledby={who.id}>
              <RuleLabel id={who.id}>{who.title}</RuleLabel>
              <div className="mt-3 text-ink-soft">
                <Prose blocks={who.blocks} />
              </div>
            </section>
          )}
        </div>
        <div className="flex flex-col gap-10">
          <Bill />
          <NewsletterForm page={href('/about')} sent={actionData} />
        </div>
      </div>
    </>
  );
}
