import { href } from 'react-router';
import { AdminFrame, adminMeta } from '#app/admin-ui/admin-frame.tsx';
import { administratorOf } from '#app/admin-ui/page-answer.server.ts';
import { db } from '#app/database/db.server.ts';
import { testState } from './test-state.ts';
import { formatCents } from '#app/kit/money.ts';
import { balanceOf } from '#app/ledger/post.server.ts';
import { lengthText } from '#app/testing/promise.ts';
import { listTests } from '#app/testing/testing-desk.server.ts';
import { Notice } from '#app/ui/notice.tsx';
import { Tag } from '#app/ui/tag.tsx';
import type { Route } from './+types/testing-list.page.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { email } = administratorOf(context);
  return { email, tests: await listTests(), reserveCents: await balanceOf(db(), 'reserve') };
}

export const meta = () => adminMeta('Testing');

/** Every funded product and where its test stands. */
export default function TestingListPage({ loaderData }: Route.ComponentProps) {
  const { email, tests, reserveCents } = loaderData;
  return (
    <AdminFrame title="Testing" email={email}>
      {tests.length === 0 && <Notice className="mt-8">No product is fully funded yet.</Notice>}
      {tests.length > 0 && (
        <ul className="mt-8 border-t border-line-strong">
          {tests.map((test) => (
            <li
              key={test.id}
              className="grid gap-x-6 gap-y-1 border-b border-line py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
            >
              <p className="min-w-0">
                <a
                  href={href('/admin/testing/:id', { id: String(test.id) })}
                  className="link inline-flex min-h-8 items-center wrap-anywhere"
                >
                  {test.name}
                </a>
                <span className="block font-mono text-xs text-ink-soft">
                  {test.id} · {test.brand ?? 'Unknown brand'}
                </span>
              </p>
              <p className="self-center text-sm">
                {testState(test)}
                {test.lateDays > 0 && (
                  <Tag tone="warn" className="ml-3">
                    {lengthText(test.lateDays)} late
                  </Tag>
                )}
              </p>
              <p className="self-center font-mono text-sm tabular sm:text-right">
                {formatCents(Math.abs(test.leftCents))} {test.leftCents < 0 ? 'missing' : 'left'}
              </p>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-6 text-sm text-ink-soft">
        In the reserve for tests that cost more than they raised:{' '}
        <span className="font-mono tabular">{formatCents(reserveCents)}</span>
      </p>
    </AdminFrame>
  );
}
