import { href } from 'react-router';
import { AdminFrame } from '#app/admin/desk/admin-frame.tsx';
import { administratorOf } from '#app/admin/desk/administrator-of.server.ts';
import { NOTHING_DONE } from '#app/admin/desk/messages.ts';
import { listActions } from './trail.server.ts';
import { TrailRow } from './trail-row.tsx';
import { site } from '#app/site.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/trail.page.ts';

const SHOWN = 50;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { email } = administratorOf(context);
  const before = Number(new URL(request.url).searchParams.get('before'));
  const isGiven = Number.isSafeInteger(before) && before > 0;
  // One more than is shown says whether there is more.
  const rows = await listActions({ limit: SHOWN + 1, ...(isGiven ? { beforeId: before } : {}) });
  const shown = rows.slice(0, SHOWN);
  return {
    email,
    actions: shown.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    olderThan: rows.length > SHOWN ? (shown.at(-1)?.id ?? null) : null,
  };
}

export function meta() {
  return [{ title: `Trail · ${site.name}` }, { name: 'robots', content: 'noindex' }];
}

/** Who did what, the newest first. */
export default function TrailPage({ loaderData }: Route.ComponentProps) {
  const { email, actions, olderThan } = loaderData;
  return (
    <AdminFrame title="Trail" email={email}>
      {actions.length === 0 && <Notice className="mt-8">{NOTHING_DONE}</Notice>}
      <ul className="mt-8 border-t border-line">
        {actions.map((action) => (
          <TrailRow key={action.id} {...action} />
        ))}
      </ul>
      {olderThan !== null && (
        <a href={`${href('/admin/trail')}?before=${olderThan}`} className={`mt-6 ${buttonClass()}`}>
          Older
        </a>
      )}
    </AdminFrame>
  );
}
