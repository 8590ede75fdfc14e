import { AdminFrame, adminMeta, AnswerNotice } from '#app/admin-ui/admin-frame.tsx';
import { administratorOf } from '#app/admin-ui/page-answer.server.ts';
import { FactsList } from '#app/admin-ui/list-panel.tsx';
import { deskAction } from '#app/admin/sign-in/fresh-factor.server.ts';
import { minuteText } from '#app/kit/day-text.ts';
import { DeskForm, IntentButton, Press, Sure } from '#app/admin-ui/desk-form.tsx';
import { counted } from '#app/kit/text.ts';
import { loadDigestDesk } from './digest-desk.server.ts';
import { sendDigest, setClock } from './send-digest.server.ts';
import { answer, refuse, type Administrator, type Answer } from '#app/http/call.ts';
import { Notice } from '#app/ui/notice.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import type { Route } from './+types/digest.page.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { email } = administratorOf(context);
  return { email, desk: await loadDigestDesk() };
}

/** Does what the pressed button says. */
export async function action(args: Route.ActionArgs) {
  const clock = async (by: Administrator, isOn: boolean) => {
    await setClock(by, isOn);
    return answer(200, { message: 'Noted.' });
  };
  return deskAction(args, ['send', 'clock-on'], ({ by, form, field }) => ({
    send: async () =>
      form.has('sure')
        ? send(by, field('seen'))
        : refuse(400, 'Check the box to confirm that you have looked at it.'),
    'clock-on': () => clock(by, true),
    'clock-off': () => clock(by, false),
  }));
}

async function send(by: Administrator, seen: string): Promise<Answer> {
  const sending = await sendDigest(by, seen);
  if (!sending.ok) return refuse(409, REFUSALS[sending.why]);
  const copies = counted(sending.recipients, 'copy', 'copies');
  return answer(200, { message: `Issue ${sending.number} is on its way: ${copies}.` });
}

/** Why no issue of the digest goes out. */
const REFUSALS = {
  no_address:
    'No digest goes out without the operator’s postal address. Set OPERATOR_ADDRESS and restart the site.',
  too_soon: 'The last one went out less than a week ago. A digest goes out at most once a week.',
  nothing:
    'There is nothing to report. No results have been published and no goals reached since the last one.',
  nobody: 'Nobody has confirmed a subscription, so there is nobody to send it to.',
  overtaken:
    'Something changed since you looked, and nothing was sent. Look at it again below, then send it.',
} as const;

export const meta = () => adminMeta('Digest');

/** The next issue of the digest, who sends it, and how far the last ones are. */
export default function DigestPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, desk } = loaderData;
  return (
    <AdminFrame title="Digest" email={email}>
      <AnswerNotice outcome={actionData} />
      <p className="mt-6 max-w-prose text-sm text-ink-soft">
        Results published and goals reached since the last issue, as their pages show them. It goes
        to everyone who confirmed a subscription, one copy per person, at most once a week.
      </p>
      {!desk.hasAddress && (
        <Notice tone="warn" className="mt-6">
          {REFUSALS.no_address}
        </Notice>
      )}
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <NextIssue desk={desk} />
        <div className="flex min-w-0 flex-col gap-6">
          <Clock byClock={desk.byClock} />
          <Issues issues={desk.issues} />
        </div>
      </div>
    </AdminFrame>
  );
}

type Desk = Awaited<ReturnType<typeof loadDigestDesk>>;

function NextIssue({ desk }: { desk: Desk }) {
  const { lines, why, nextAt, recipients, seen } = desk;
  return (
    <TitledPanel id="next" title="The next issue">
      <FactsList
        facts={[
          ['Goes to', counted(recipients, 'person', 'people')],
          ['Earliest', nextAt ? minuteText(nextAt) : 'any time'],
        ]}
      />
      {why && why !== 'no_address' && <p className="mt-3 text-sm text-ink-soft">{REFUSALS[why]}</p>}
      <ul className="mt-4 text-sm">
        {lines.map(({ name, what, path }) => (
          <li key={path + what}>
            <TextLink to={path}>{name}</TextLink> <span className="text-ink-soft">{what}</span>
          </li>
        ))}
      </ul>
      {why === null && (
        <DeskForm className="mt-4 flex flex-col items-start gap-4" fields={{ seen }}>
          <Sure>Mark as reviewed. It can’t be called back.</Sure>
          <IntentButton intent="send" size="large" variant="primary">
            Send it to {counted(recipients, 'person', 'people')}
          </IntentButton>
        </DeskForm>
      )}
    </TitledPanel>
  );
}

function Clock({ byClock }: { byClock: boolean }) {
  return (
    <TitledPanel id="clock" title="Schedule" note={byClock ? 'automatic' : 'by hand'}>
      <p className="mt-3 mb-4 text-sm text-ink-soft">
        {byClock
          ? 'The site sends it automatically. Every day at 15:00 UTC, it checks whether a week has passed and there is something to report.'
          : 'It is sent only when someone sends it from this page.'}
      </p>
      <Press intent={byClock ? 'clock-off' : 'clock-on'} fields={{}} about="the digest">
        {byClock ? 'Send it only from here' : 'Send it automatically'}
      </Press>
    </TitledPanel>
  );
}

function Issues({ issues }: Pick<Desk, 'issues'>) {
  return (
    <TitledPanel id="issues" title="Sent so far">
      {issues.length === 0 && <p className="mt-3 text-sm text-ink-soft">None yet.</p>}
      <ul className="mt-1">
        {issues.map(({ number, madeAt, recipients, sent, waiting, failed, withheld }) => (
          <li key={number} className="border-b border-line py-2 text-sm last:border-0">
            <p>
              Issue {number}, {minuteText(madeAt)}: {counted(recipients, 'copy', 'copies')}
            </p>
            <p className="font-mono text-xs tabular text-ink-soft">
              {sent} sent, {waiting} waiting, {failed} given up, {withheld} no longer wanted
            </p>
          </li>
        ))}
      </ul>
    </TitledPanel>
  );
}
