import { data, href } from 'react-router';
import { listOutbox, NOT_FOUND, type OutboxMail } from './outbox.server.ts';
import { unlistedMeta } from '#app/http/private-page.ts';
import { Notice } from '#app/ui/notice.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { Tag } from '#app/ui/tag.tsx';
import type { Route } from './+types/outbox.page.ts';

export async function loader() {
  const mails = await listOutbox();
  if (!mails) throw data(NOT_FOUND, { status: 404 });
  return { mails };
}

export const meta = () => unlistedMeta('Outbox');

const TONES = {
  sent: 'accent',
  waiting: 'plain',
  'given up': 'danger',
  withheld: 'plain',
} as const;

/** Mails that would have left, had a mail server been set. */
export default function OutboxPage({ loaderData: { mails }, params }: Route.ComponentProps) {
  return (
    <div className="page-column pt-10 pb-20">
      <header className="max-w-prose">
        <h1 className="text-3xl">Outbox</h1>
        <p className="mt-3 text-ink-soft">
          No mail server is set, so emails stay here. Whoever has this page’s address can read them.
        </p>
      </header>
      {mails.length === 0 && (
        <div className="mt-8">
          <Notice>No email has been queued yet.</Notice>
        </div>
      )}
      <ul className="mt-8 flex flex-col gap-5">
        {mails.map((mail) => (
          <li key={mail.id}>
            <OutboxEntry mail={mail} at={params.key} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function OutboxEntry({ mail, at: key }: { mail: OutboxMail; at: string }) {
  return (
    <article className="border border-line bg-paper-raised p-4 sm:p-5">
      <RuleLabel as="p">{mail.name}</RuleLabel>
      <h2 className="mt-3 text-lg wrap-anywhere">{mail.subject ?? 'Not written'}</h2>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
        <span className="wrap-anywhere">To {mail.toEmail}</span>
        <time dateTime={mail.queuedAt} className="font-mono text-xs tabular">
          {mail.queuedAt.slice(0, 16).replace('T', ' ')} UTC
        </time>
        <Tag tone={TONES[mail.state]}>{mail.state}</Tag>
      </p>
      {mail.lastError && (
        <p className="mt-2 font-mono text-xs wrap-anywhere text-ink-soft">{mail.lastError}</p>
      )}
      {mail.text && (
        <>
          <p className="mt-3">
            <a
              href={href('/dev/mail/:key/:id', { key, id: mail.id })}
              target="_blank"
              rel="noreferrer"
              className="link"
            >
              Open as the reader sees it
            </a>
          </p>
          <details className="mt-2">
            <summary className="min-h-6 cursor-pointer text-sm text-ink-soft">Plain text</summary>
            <pre className="mt-2 border-t border-line pt-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere text-ink-soft">
              {mail.text}
            </pre>
          </details>
        </>
      )}
    </article>
  );
}
