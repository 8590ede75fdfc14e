import { href } from 'react-router';
import { AdminFrame, adminMeta } from '#app/admin-ui/admin-frame.tsx';
import { administratorOf } from '#app/admin-ui/page-answer.server.ts';
import { EXPORTED_ROWS, readTrail } from './read-trail.server.ts';
import { withFilter, TrailFilterForm } from './trail-filter-form.tsx';
import { listDone, readTrailFilter } from './trail.server.ts';
import { TrailRow } from './trail-row.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/trail.page.ts';

const SHOWN = 50;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { email } = administratorOf(context);
  const { searchParams } = new URL(request.url);
  const before = Number(searchParams.get('before'));
  const typed = {
    actor: searchParams.get('actor') ?? '',
    action: searchParams.get('action') ?? '',
    product: searchParams.get('product') ?? '',
    day: searchParams.get('day') ?? '',
  };
  const filter = readTrailFilter(typed);
  const beforeId = Number.isSafeInteger(before) && before > 0 ? before : undefined;
  // One more than is shown says whether there is more.
  const rows = filter ? await readTrail({ ...filter, limit: SHOWN + 1, beforeId }) : [];
  const shown = rows.slice(0, SHOWN);
  const isNarrowed = Object.values(typed).some((text) => text !== '');
  return {
    email,
    typed,
    done: await listDone(),
    exportedRows: EXPORTED_ROWS,
    actions: shown,
    nothing: filter
      ? isNarrowed
        ? 'Nothing like that has been done.'
        : 'Nothing has been done yet.'
      : 'A product code is a whole number, such as 2001, and a day looks like 2026-11-21.',
    olderThan: rows.length > SHOWN ? (shown.at(-1)?.id ?? null) : null,
  };
}

export const meta = () => adminMeta('Trail');

/** Who did what, the newest first. */
export default function TrailPage({ loaderData }: Route.ComponentProps) {
  const { email, typed, done, exportedRows, actions, nothing, olderThan } = loaderData;
  return (
    <AdminFrame title="Trail" email={email}>
      <TrailFilterForm {...{ typed, done, exportedRows }} />
      {actions.length === 0 && <Notice className="mt-8">{nothing}</Notice>}
      {actions.length > 0 && (
        <ul className="mt-8 border-t border-line">
          {actions.map((action) => (
            <TrailRow key={action.id} {...action} />
          ))}
        </ul>
      )}
      {olderThan !== null && (
        <a
          href={withFilter(href('/admin/trail'), { ...typed, before: String(olderThan) })}
          className={`mt-6 ${buttonClass()}`}
        >
          Older
        </a>
      )}
    </AdminFrame>
  );
}
