import { href } from 'react-router';
import type { ReadAction } from './read-trail.server.ts';
import { Press } from '#app/admin-ui/desk-form.tsx';
import { paddedId } from '#app/kit/text.ts';

/** One thing that was done: who did what to what, and field by field what changed by it. */
export function TrailRow({ at, actor, what, subject, changes }: ReadAction) {
  const [, product] = /^product (\d+)/.exec(subject) ?? [];
  // What People finds a payment by.
  const [, payment] =
    /^(?:contribution|order|refund|refund request) ([\da-f-]{36})$/.exec(subject) ?? [];
  return (
    <li className="border-b border-line py-3 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 flex-1 basis-72 wrap-anywhere">
          <time
            dateTime={at}
            className="block font-mono text-xs tabular text-ink-soft sm:mr-4 sm:inline"
          >
            {at.slice(0, 19).replace('T', ' ')} UTC
          </time>{' '}
          {actor}: {what},{' '}
          {product ? (
            <a href={pageOf(Number(product))} className="link">
              {subject}
            </a>
          ) : (
            <span>{subject}</span>
          )}
        </p>
        {payment && (
          <Press
            to={href('/admin/people')}
            intent="search"
            fields={{ sought: payment }}
            about={`of what was done at ${at}`}
          >
            Show the payment
          </Press>
        )}
      </div>
      {changes.length > 0 && (
        <dl className="mt-1 grid gap-y-0.5">
          {changes.map((change) => (
            <ChangeLine key={change.name} {...change} />
          ))}
        </dl>
      )}
    </li>
  );
}

/** PlasticList's products, below 1000, have no page among the administrators'. */
function pageOf(code: number): string {
  return code < 1000
    ? href('/plasticlist/:originalId', { originalId: paddedId(code) })
    : href('/admin/products/:id', { id: String(code) });
}

function ChangeLine({ name, from, to }: ReadAction['changes'][number]) {
  return (
    <div className="flex flex-wrap gap-x-3 wrap-anywhere">
      <dt className="label text-ink-faint">{name}</dt>
      <dd className="min-w-0">
        {from !== undefined && (
          <>
            <span className="sr-only">before </span>
            <del className="text-ink-soft">{from}</del>
          </>
        )}
        <span>{from !== undefined && to !== undefined && ' '}</span>
        {to !== undefined && (
          <>
            <span className="sr-only">after </span>
            <ins className="no-underline">{to}</ins>
          </>
        )}
      </dd>
    </div>
  );
}
