import { href, Link } from 'react-router';
import { formAnswer, formAdapterContext, formFieldsOf } from '#app/http/form-adapter.server.ts';
import { outsideLinks, siteUrl } from '#app/config.ts';
import { Point } from '#app/donations/about-donations.tsx';
import { CryptoDonations } from '#app/donations/crypto-donations.tsx';
import { ContactForm } from '#app/contact/contact-form.tsx';
import { WRITE_LEAD } from '#app/contact/contact-messages.ts';
import { takeMessage } from '#app/contact/contact-message.server.ts';
import { takeSignUp } from '#app/subscriptions/take-sign-up.server.ts';
import { sentBy } from '#app/http/ask.ts';
import { orNoAnswer } from '#app/ui/use-sent-form.ts';
import { NewsletterForm } from '#app/subscriptions/newsletter-form.tsx';
import { visitorContext } from '#app/http/page-context.server.ts';
import type { Section } from '#app/prose/blocks.ts';
import { Inlines } from '#app/prose/prose.tsx';
import { readSections } from '#app/prose/read-text.server.ts';
import { metaOf } from '#app/feeds/page-meta.ts';
import { track } from '#app/analytics/track.ts';
import { site } from '#app/site.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import type { Route } from './+types/contact.page.ts';

export function loader() {
  return { links: outsideLinks(), matters: readSections('contact'), baseUrl: siteUrl() };
}

/** Sends a message, or takes a sign-up to the newsletter; refused, it comes back as it was typed. */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = formFieldsOf(await request.formData());
  if (typed.intent === 'newsletter') return takeSignUp(typed, context.get(formAdapterContext));
  const { email = '', text = '' } = typed;
  return formAnswer(await takeMessage({ email, text }, context.get(visitorContext)), typed);
}

export const clientAction = orNoAnswer;

/** Scripts send these forms to the page itself: they hear how long to wait, too. */
export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

export const meta = metaOf(href('/contact'), {
  title: 'Contact',
  description: `How to reach ${site.name}, support it and get its newsletter.`,
});

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const { links, matters } = loaderData;
  return (
    <>
      <section className="squared border-b border-line">
        <div className="page-column pt-10 pb-9">
          <p className="label mb-3 text-accent-ink">Questions, corrections, ideas</p>
          <h1 className="text-3xl sm:text-4xl">Contact</h1>
          {links.supportEmail && <Email address={links.supportEmail} />}
        </div>
      </section>
      <div className="page-column grid grid-cols-1 items-start gap-x-12 gap-y-10 pt-8 pb-20 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="flex max-w-prose flex-col gap-10">
          <section aria-labelledby="write">
            <RuleLabel id="write">Write to us</RuleLabel>
            <ContactForm
              sent={sentBy(actionData, 'message')}
              action={href('/contact')}
              lead={WRITE_LEAD}
            />
          </section>
          <OwnMatters matters={matters} />
          <Donate />
          <CryptoDonations
            walletAddress={links.cryptoWalletAddress}
            checkoutUrl={links.cryptoCheckoutUrl}
          />
        </div>
        <NewsletterForm
          page={href('/contact')}
          sent={sentBy(actionData, 'newsletter')}
          onSubscribed={() => track('Contact Form Submit', { form: 'newsletter' })}
        />
      </div>
    </>
  );
}

function Email({ address }: { address: string }) {
  return (
    <p className="mt-6">
      <a
        href={`mailto:${address}`}
        onClick={() => track('Contact Email Click', { link: 'email' })}
        className={`${buttonClass({ variant: 'primary' })} max-w-full gap-2.5 tracking-normal! wrap-anywhere whitespace-normal!`}
      >
        <Envelope />
        {address}
      </a>
    </p>
  );
}

function Envelope() {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      strokeWidth="1.4"
      strokeLinejoin="round"
      className="size-4 shrink-0 fill-none stroke-current"
    >
      <path d="M1.5 3.5h13v9h-13zM1.5 4l6.5 5 6.5-5" />
    </svg>
  );
}

/** What can be looked up or changed without writing to anybody. */
function OwnMatters({ matters }: { matters: readonly Section[] }) {
  return (
    <section aria-labelledby="own">
      <RuleLabel id="own">Without writing to us</RuleLabel>
      <dl className="mt-2 divide-y divide-line">
        {matters.map(({ title, blocks: [words] }) => (
          <Point key={title} title={title}>
            {words?.type === 'paragraph' && <Inlines content={words.content} />}
          </Point>
        ))}
      </dl>
    </section>
  );
}

function Donate() {
  return (
    <section aria-labelledby="donate">
      <RuleLabel id="donate">Donate</RuleLabel>
      <p className="mt-4 text-ink-soft">
        A monthly or one-time donation keeps the whole project going, instead of paying for one
        product’s tests.
      </p>
      <p className="mt-4">
        <Link
          to={href('/donate')}
          onClick={() => track('Donation Link Click', { link: 'donate', url: href('/donate') })}
          className={buttonClass()}
        >
          Donate to {site.name}
        </Link>
      </p>
    </section>
  );
}
