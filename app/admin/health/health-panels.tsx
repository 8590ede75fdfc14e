import { href } from 'react-router';
import { FactsList, ListPanel } from '#app/admin-ui/list-panel.tsx';
import type { Health } from './health.server.ts';
import { minuteText } from '#app/kit/day-text.ts';
import { Press } from '#app/admin-ui/desk-form.tsx';
import { formatCents, formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';
import { REFUND_RULE } from '#app/kit/facts.ts';
import { WideTable } from '#app/ui/wide-table.tsx';

/** How the site does by itself; what waits for somebody is on the list above. */
export function HealthPanels({ health }: { health: Health }) {
  return (
    <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
      <Work health={health} />
      <Money health={health} />
      {health.deadMails.total > 0 && <DeadMails {...health.deadMails} />}
      <EventsTable {...health.events} />
    </div>
  );
}

function Work({ health }: { health: Health }) {
  const { lastWebhookAt, queues, webhookEventsWaiting, mails } = health;
  return (
    <TitledPanel id="work" title="Webhooks and jobs">
      <FactsList
        facts={[
          ['Last webhook', lastWebhookAt ? minuteText(lastWebhookAt) : 'none yet'],
          ['Webhooks waiting', webhookEventsWaiting],
          ['Emails waiting', `${mails.waiting}, ${mails.overdue} of them overdue`],
          ...(queues.length === 0 ? [['Jobs', 'none waiting, none failed'] as const] : []),
          ...queues.map(
            ({ queue, ready, deferred, active, failed }) =>
              [
                `Jobs: ${queue}`,
                `${ready + deferred} waiting, ${active} running, ${failed} failed`,
              ] as const,
          ),
        ]}
      />
    </TitledPanel>
  );
}

function Money({ health }: { health: Health }) {
  const { reservations, unsettledRefunds } = health;
  return (
    <TitledPanel id="money" title="Reservations and refunds">
      {health.largeRefunds.isHeld && <HeldRefunds {...health.largeRefunds} />}
      <FactsList
        facts={[
          ...reservations.map(
            ({ status, orders, amount, oldestAt }) =>
              [
                status === 'open' ? 'Reserved, not paid yet' : 'Paid, money under way',
                orders === 0 || !oldestAt ? 'none' : held(status, amount, orders, oldestAt),
              ] as const,
          ),
          ['Refunds under way', unsettledRefunds],
        ]}
      />
      <a href="/api/books/months" download className={buttonClass({ size: 'small' })}>
        The books by month, as CSV
      </a>
    </TitledPanel>
  );
}

/** More than goes back unasked, with the button that approves it. */
function HeldRefunds({ dueCents, heldCents, contributions, code }: Health['largeRefunds']) {
  return (
    <Notice tone="warn" className="mt-3">
      <p>
        {formatCents(dueCents)} in {counted(contributions, 'contribution')} is due to be refunded
        under {REFUND_RULE}, out of {formatCents(heldCents)} that products hold. An amount this
        large is not sent without your approval.
      </p>
      <div className="mt-2">
        <Press intent="allow-refunds" fields={{ shown: code }} about={formatCents(dueCents)}>
          Approve the refunds
        </Press>
      </div>
    </Notice>
  );
}

/** What orders hold; of open ones, leading to where they can be ended. */
function held(status: string, amount: number, orders: number, oldestAt: string) {
  const text = `${formatDollars(amount)} in ${counted(orders, 'order')}, the oldest from ${minuteText(oldestAt)}`;
  if (status !== 'open') return text;
  return (
    <a href={`${href('/admin/people')}#reservations`} className="link">
      {text}
    </a>
  );
}

function DeadMails({ total, shown }: Health['deadMails']) {
  return (
    <ListPanel id="dead-mails" title="Undelivered emails" command="mails" {...{ shown, total }}>
      {({ id, name, queuedAt, attempts, lastError }) => (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <div className="min-w-0">
            <p className="font-mono">{name}</p>
            <p className="wrap-anywhere text-ink-soft">
              queued {minuteText(queuedAt)}, {counted(attempts, 'try', 'tries')}
              <span>{lastError && `: ${lastError}`}</span>
            </p>
          </div>
          <Press
            intent="retry-mail"
            fields={{ mail: id }}
            about={`${name} of ${minuteText(queuedAt)}`}
          >
            Try again
          </Press>
        </div>
      )}
    </ListPanel>
  );
}

/** How often each analytics event came, and on which of the last days (UTC). */
function EventsTable({ days, events }: Health['events']) {
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
        <WideTable label="Analytics events by day" className="mt-3">
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
