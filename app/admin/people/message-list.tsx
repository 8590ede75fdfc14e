import { href } from 'react-router';
import { minuteText } from '#app/kit/day-text.ts';
import { Press } from '#app/desk/desk-form.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';

/** What visitors wrote by the form on Contact, until it is answered. */
export function MessageList({
  messages,
  total,
}: {
  /** Moments in ISO 8601. */
  messages: { id: string; email: string; text: string; sentAt: string }[];
  total: number;
}) {
  return (
    <TitledPanel id="messages" title="Messages" note={String(total)}>
      {messages.length === 0 && (
        <p className="mt-3 text-sm text-ink-soft">No messages are waiting.</p>
      )}
      <ul className="mt-3">
        {messages.map(({ id, email, text, sentAt }) => (
          <li key={id} className="border-b border-line py-3">
            <p className="wrap-anywhere">
              <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} className="link">
                {email}
              </a>
            </p>
            <p className="mt-1 font-mono text-xs text-ink-soft">sent {minuteText(sentAt)}</p>
            <blockquote className="my-2 text-sm whitespace-pre-wrap wrap-anywhere">
              {text}
            </blockquote>
            <Press
              to={href('/admin/people')}
              intent="answer-message"
              fields={{ message: id }}
              about={`the message of ${email}`}
            >
              Mark as answered
            </Press>
          </li>
        ))}
      </ul>
    </TitledPanel>
  );
}
