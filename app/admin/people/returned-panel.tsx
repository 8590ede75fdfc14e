import { RestoredForm, WhyField } from '#app/admin-ui/desk-form.tsx';
import { Details, ListPanel } from '#app/admin-ui/list-panel.tsx';
import { minuteText } from '#app/kit/day-text.ts';
import type { ReturnedList } from '#app/mail/returned.server.ts';

const HOW: Record<string, string> = {
  bounce: 'It bounced',
  complaint: 'It was reported as spam',
};

/** Addresses that email came back from, what their owners were not told, and the form that lifts it. */
export function ReturnedPanel(returned: ReturnedList) {
  return (
    <ListPanel
      id="returned"
      title="Email that came back"
      lead="These addresses still get receipts, and the codes and links that somebody asks for. Where an email was reported as spam, they also get what is about money. Givers find the refund notices that they missed among their contributions."
      command="mails returned"
      {...returned}
    >
      {({ id: email, at, kind, reason, untold }) => (
        <>
          <p className="wrap-anywhere">{email}</p>
          <Details of={[kind ? HOW[kind] : 'Its server refused it', minuteText(at), reason]} />
          <p className="mt-1 text-ink-soft">Not told: {untoldText(untold)}</p>
          <RestoredForm
            name={`lift-${email}`}
            intent="lift-returned"
            summary="Write to it again"
            submit="Write to it again"
            about={email}
            hidden={{ email }}
          >
            <WhyField />
          </RestoredForm>
        </>
      )}
    </ListPanel>
  );
}

function untoldText(untold: Record<string, number>): string {
  const names = Object.entries(untold).map(([name, mails]) => `${mails} × ${name}`);
  return names.length > 0 ? names.join(', ') : 'nothing so far';
}
