import { href } from 'react-router';
import { spelledOut } from './changes.ts';
import type { TrailFilter } from './trail.server.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Input, Select } from '#app/ui/field.tsx';

/** Narrows the trail by its address, and leads to the same rows as a file. */
export function TrailFilterForm({
  typed,
  done,
  exportedRows,
}: {
  typed: Record<keyof TrailFilter, string>;
  done: { actors: string[]; actions: string[] };
  /** So many rows stand in a file at most. */
  exportedRows: number;
}) {
  const isNarrowed = Object.values(typed).some((text) => text !== '');
  return (
    <form method="get" action={href('/admin/trail')} className="mt-6">
      <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Select label="Who" name="actor" defaultValue={typed.actor}>
          <option value="">Everybody</option>
          {/* What an address names stays chosen, though nobody of that name did anything. */}
          {[...new Set([...done.actors, typed.actor])].filter(Boolean).map((actor) => (
            <option key={actor} value={actor}>
              {actor}
            </option>
          ))}
        </Select>
        <Select label="What" name="action" defaultValue={typed.action}>
          <option value="">Everything</option>
          {[...new Set([...done.actions, typed.action])].filter(Boolean).map((action) => (
            <option key={action} value={action}>
              {spelledOut(action)}
            </option>
          ))}
        </Select>
        <Input
          label="Product code"
          name="product"
          inputMode="numeric"
          pattern="\s*\d{1,9}\s*"
          autoComplete="off"
          defaultValue={typed.product}
        />
        <Input label="Day (UTC)" name="day" type="date" defaultValue={typed.day} />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary">
          Show
        </Button>
        {isNarrowed && (
          <a href={href('/admin/trail')} className={buttonClass()}>
            Show everything
          </a>
        )}
        <a href={withFilter('/api/admin-actions/csv', typed)} download className="link text-sm">
          Download these as CSV
        </a>
        <span className="text-sm text-ink-faint">
          At most the newest {exportedRows.toLocaleString('en-US')}.
        </span>
      </div>
    </form>
  );
}

/** An address with what was typed in it, but for what is empty. */
export function withFilter(
  path: string,
  typed: Partial<Record<keyof TrailFilter | 'before', string>>,
): string {
  const query = new URLSearchParams(Object.entries(typed).filter(([, text]) => text !== ''));
  return query.size > 0 ? `${path}?${query}` : path;
}
