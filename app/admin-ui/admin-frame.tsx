import type { ReactNode } from 'react';
import { href, NavLink, useActionData } from 'react-router';
import { CodeAskedForm, type CodeAsked } from './code-asked.tsx';
import { site } from '#app/site.ts';
import { Button } from '#app/ui/button.tsx';
import { FormNotice } from '#app/ui/notice.tsx';
import { WrongField, type RefusedFields } from '#app/ui/wrong-field.ts';

/** The administrators' pages, as their navigation and the first of them name them. */
export const adminSections = [
  { to: href('/admin'), text: 'Overview', what: 'What is going on.' },
  {
    to: href('/admin/testing'),
    text: 'Testing',
    what: 'Funded products, with their samples, what they cost, and what is left.',
  },
  {
    to: href('/admin/products'),
    text: 'Products',
    what: 'Find any product. Change, hide, merge, or remove it, or give it a photo.',
  },
  {
    to: href('/admin/submissions'),
    text: 'Submissions',
    what: 'Products that visitors added and nobody has reviewed yet, and what people were searching for.',
  },
  {
    to: href('/admin/people'),
    text: 'People',
    what: 'Recent payments, and any by person, card, product, amount, or day; refunds, requests, disputes, and messages.',
  },
  {
    to: href('/admin/results'),
    text: 'Results',
    what: 'Upload a laboratory’s file, see what it changes, publish it, or correct it with a reason.',
  },
  {
    to: href('/admin/digest'),
    text: 'Digest',
    what: 'Preview the next issue, send it, and see how the last ones went.',
  },
  {
    to: href('/admin/trail'),
    text: 'Trail',
    what: 'Who did what, and when. Nothing here is ever changed or removed.',
  },
  {
    to: href('/admin/account'),
    text: 'Your account',
    what: 'Where you are signed in, your second factor, and which emails you get.',
  },
] as const;

/**
 * What every administrators' page stands in: where one can go, who is signed in, the way out, and the
 * code that a form of the page waits for.
 */
export function AdminFrame({
  title,
  email,
  children,
}: {
  title: string;
  email: string;
  children: ReactNode;
}) {
  const outcome = useActionData<RefusedFields & { codeAsked?: CodeAsked; form?: string }>();
  return (
    <div className="page-column pt-8 pb-20">
      <div className="flex flex-col gap-x-8 gap-y-3 border-b border-line pb-3 md:flex-row md:items-start md:justify-between">
        <nav aria-label="Administration">
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            {adminSections.map(({ to, text }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end
                  reloadDocument
                  className="label inline-flex min-h-8 items-center text-ink-soft hover:text-ink aria-[current=page]:text-ink aria-[current=page]:underline"
                >
                  {text}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <form
          method="post"
          action={href('/admin/account')}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 md:shrink-0 md:flex-col md:items-end"
        >
          <span className="max-w-64 text-sm wrap-anywhere text-ink-soft">{email}</span>
          <Button type="submit" name="intent" value="sign-out" size="small">
            Sign out
          </Button>
        </form>
      </div>
      <h1 className="mt-8 text-3xl">{title}</h1>
      {outcome?.codeAsked && <CodeAskedForm {...outcome.codeAsked} />}
      {/* A form that has a name of its own says so itself. */}
      <WrongField value={outcome && !outcome.form ? outcome : {}}>{children}</WrongField>
    </div>
  );
}

/** The title of an administrators' page, which no search engine lists. */
export function adminMeta(title: string) {
  return [{ title: `${title} · ${site.name}` }, { name: 'robots', content: 'noindex' }];
}

/** What a form has brought about: a refusal, or what was done. */
export function AnswerNotice({ outcome }: { outcome: Record<string, unknown> | undefined }) {
  const { error, message } = outcome ?? {};
  return (
    <FormNotice
      className="mt-6"
      error={typeof error === 'string' && error}
      done={typeof message === 'string' && message}
    />
  );
}
