import { href } from 'react-router';
import { siteUrl } from '#app/config.ts';
import { FaqAnswers } from './faq-answers.tsx';
import { FaqIndex } from './faq-index.tsx';
import { readFaq } from './read-faq.server.ts';
import { plainText } from '#app/prose/blocks.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { useAnchor } from '#app/ui/use-anchor.ts';
import { faqPage, linkedData } from '#app/feeds/linked-data.ts';
import { pageMeta } from '#app/feeds/page-meta.ts';
import { site } from '#app/site.ts';
import { TextLink } from '#app/ui/text-link.tsx';
import type { Route } from './+types/faq.page.ts';

export function loader() {
  return { faq: readFaq(), baseUrl: siteUrl() };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: `FAQ · ${site.name}`,
    description: `What people ask about ${site.name}: what a test costs, where samples come from, when money is refunded, how to read results, and what is known about plastic chemicals in food.`,
    address: `${loaderData?.baseUrl ?? ''}${href('/faq')}`,
    linkedData: linkedData(
      faqPage(
        (loaderData?.faq ?? [])
          .flatMap(({ questions }) => questions)
          .map(({ title, blocks }) => ({ question: title, answer: plainText(blocks) })),
      ),
    ),
  });
}

export default function FaqPage({ loaderData: { faq } }: Route.ComponentProps) {
  const anchor = useAnchor();
  return (
    <>
      <PageHead label="FAQ" title="Frequently asked questions">
        About money, samples, results, and what they can tell you. If yours is missing,{' '}
        <TextLink to={href('/contact')}>ask us</TextLink>.
      </PageHead>
      <div className="page-column grid items-start gap-x-12 gap-y-12 pt-8 pb-20 lg:grid-cols-[19rem_minmax(0,1fr)]">
        <FaqIndex faq={faq} chosen={anchor} />
        <FaqAnswers faq={faq} chosen={anchor} />
      </div>
    </>
  );
}
