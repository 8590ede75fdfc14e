import type { Health } from './health.server.ts';
import { WideTable } from '#app/ui/wide-table.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';

/** How often each analytics event came, and on which of the last days (UTC). */
export function EventsTable({ days, events }: Health['events']) {
  return (
    <TitledPanel
      id="events"
      title="What visitors did"
      note="14 days"
      className="min-w-0 lg:col-span-2"
    >
      {events.length === 0 ? (
        <p className="mt-3 text-sm text-ink-soft">Nothing has been counted yet.</p>
      ) : (
        <WideTable
          label="Analytics events by day"
          hint="the table is wider than the page"
          className="mt-3"
        >
          <thead>
            <tr className="border-b-2 border-ink text-ink-soft">
              <th scope="col" className="py-1.5 pr-3 text-left font-medium">
                Event
              </th>
              {['all', ...days.map((day) => day.slice(5))].map((name) => (
                <th key={name} scope="col" className="py-1.5 pl-3 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {events.map(({ name, total, byDay }) => (
              <tr key={name} className="border-b border-line">
                <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                  {name}
                </th>
                <td className="py-1.5 pl-3 text-right">{total.toLocaleString('en-US')}</td>
                {byDay.map((count, at) => (
                  <td key={days[at]} className="py-1.5 pl-3 text-right text-ink-soft">
                    {count.toLocaleString('en-US')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </WideTable>
      )}
    </TitledPanel>
  );
}
