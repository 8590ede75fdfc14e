import { href, useSearchParams } from 'react-router';
import { operator, siteUrl } from '#app/config.ts';
import { LEGAL_UPDATED } from '#app/kit/facts.ts';
import { LegalBody, LegalTabs } from './legal-parts.tsx';
import { legalSearch, legalTextOf } from './legal.ts';
import { readLegal } from './read-legal.server.ts';
import { useAnchor } from '#app/ui/use-anchor.ts';
import { outsideServices } from '#app/analytics/outside-services.server.ts';
import { keepWithinPage } from '#app/platform/keep-within-page.ts';
import { pageMeta } from '#app/feeds/page-meta.ts';
import { site } from '#app/site.ts';
import { TextLink } from '#app/ui/text-link.tsx';
import type { Route } from './+types/legal.page.ts';

export function loader() {
  const services = outsideServices();
  const others = { amplitude: Boolean(services?.amplitude), chat: Boolean(services?.chat) };
  return {
    texts: readLegal(operator(), others),
    isAmplitudeHere: others.amplitude,
    baseUrl: siteUrl(),
  };
}

/** Both texts are in the page: choosing one asks for nothing. */
export const shouldRevalidate = keepWithinPage;

/** Each text is a page of its own to whoever links to it. */
export function meta({ loaderData, location }: Route.MetaArgs) {
  if (!loaderData) return [];
  const text = legalTextOf(loaderData.texts, new URLSearchParams(location.search));
  return pageMeta({
    title: `${text.title} · ${site.name}`,
    description: `${text.title} of ${site.name}. ${text.lead}`,
    address: `${loaderData.baseUrl}${href('/legal')}${legalSearch(text)}`,
  });
}

export default function LegalPage({
  loaderData: { texts, isAmplitudeHere },
}: Route.ComponentProps) {
  const [params] = useSearchParams();
  const text = legalTextOf(texts, params);
  useAnchor();
  return (
    <>
      <section className="squared border-b border-line-strong">
        <div className="page-column pt-10">
          <p className="label mb-3 text-accent-ink">Privacy and terms</p>
          <h1 className="text-3xl sm:text-4xl">Legal</h1>
          <div className="mt-4 mb-7 text-ink-soft">
            <p>Last updated {LEGAL_UPDATED}</p>
            {text.changedOn && (
              <p>
                Changed since, last on{' '}
                <TextLink to={`${legalSearch(text)}#changes`}>{text.changedOn}</TextLink>
              </p>
            )}
          </div>
          <LegalTabs texts={texts} chosen={text} />
        </div>
      </section>
      <div className="page-column grid items-start gap-x-12 gap-y-8 pt-8 pb-20 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <LegalBody text={text} isAmplitudeHere={isAmplitudeHere} />
      </div>
    </>
  );
}
