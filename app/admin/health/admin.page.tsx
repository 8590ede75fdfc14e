import { href } from 'react-router';
import { AdminFrame, adminMeta, adminSections, AnswerNotice } from '#app/admin-ui/admin-frame.tsx';
import { administratorOf, leadTo } from '#app/admin-ui/page-answer.server.ts';
import { AuditPanel } from '#app/admin/audit/audit-panel.tsx';
import * as runs from '#app/admin/audit/audit-runs.server.ts';
import { deskAction } from '#app/admin/sign-in/fresh-factor.server.ts';
import { HealthPanels } from './health-panels.tsx';
import { readHealth } from './health.server.ts';
import { TodoPanel } from '#app/admin/todo/todo-panel.tsx';
import { readToDo } from '#app/admin/todo/read-todo.server.ts';
import { allowRefunds } from './large-refunds.server.ts';
import { retryDeadMail } from '#app/admin/people/refund-money.server.ts';
import { answer, refuse } from '#app/http/call.ts';
import { Panel } from '#app/ui/panel.tsx';
import type { Route } from './+types/admin.page.ts';

/** Products of an audit that are shown, the differences first. */
const SHOWN = 100;

export async function loader({ context }: Route.LoaderArgs) {
  const { email } = administratorOf(context);
  const latest = await runs.latestAudit();
  const done = latest?.status === 'done' ? latest : await runs.latestAudit('done');
  return {
    email,
    latest,
    done,
    entries: done && (await runs.listEntries(done.id, SHOWN)),
    health: await readHealth(),
    todo: await readToDo(),
  };
}

/** Does what the pressed button says. */
export async function action(args: Route.ActionArgs) {
  return deskAction(args, ['allow-refunds'], ({ by, field }) => ({
    'run-audit': async () =>
      (await runs.startAudit(by))
        ? // Looking again must not run it again.
          leadTo(href('/admin'), answer(200, {}))
        : refuse(409, 'An audit is running. Its result will appear here.'),
    'allow-refunds': () => allowRefunds(by, field('shown')),
    'retry-mail': () => retryDeadMail(by, field('mail')),
  }));
}

export const meta = () => adminMeta('Administration');

/** Where an administrator arrives: what waits, whether the amounts match, how the site does, what there is. */
export default function AdminPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, latest, done, entries, health, todo } = loaderData;
  const sections = adminSections.filter(({ to }) => to !== href('/admin'));
  return (
    <AdminFrame title="Administration" email={email}>
      <AnswerNotice outcome={actionData} />
      <TodoPanel todo={todo} />
      <AuditPanel latest={latest} done={done} entries={entries} />
      <HealthPanels health={health} />
      <ul className="mt-8 grid gap-5 sm:grid-cols-2">
        {sections.map(({ to, text, what }) => (
          <li key={to}>
            <Panel as="div" className="h-full">
              <h2 className="text-xl">
                <a href={to} className="link">
                  {text}
                </a>
              </h2>
              <p className="mt-2 text-sm text-ink-soft">{what}</p>
            </Panel>
          </li>
        ))}
      </ul>
    </AdminFrame>
  );
}
