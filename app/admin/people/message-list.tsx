import { Folded, IntentButton, Press, RestoredForm, Sure } from '#app/admin-ui/desk-form.tsx';
import { dayText, minuteText } from '#app/kit/day-text.ts';
import type { listMessages } from '#app/contact/contact-message.server.ts';
import { dueDay, GROUNDS } from '#app/contact/objection.ts';
import { Input, Select, Textarea } from '#app/ui/field.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';

type Messages = Awaited<ReturnType<typeof listMessages>>;
type ShownMessage = Messages['shown'][number];

/** What visitors wrote by the form on Contact, until it is answered, and the last answers. */
export function MessageList({ shown, total, answered }: Messages) {
  return (
    <TitledPanel id="messages" title="Messages" note={String(total)} className="mt-6">
      {shown.length === 0 && <p className="mt-3 text-sm text-ink-soft">No messages are waiting.</p>}
      <ul className="mt-3">
        {shown.map((message) => (
          <Waiting key={message.id} message={message} />
        ))}
      </ul>
      {answered.length > 0 && (
        <Folded summary="The last that were answered" isOpen={false}>
          <MessageTexts messages={answered} />
        </Folded>
      )}
    </TitledPanel>
  );
}

function Waiting({
  message: { id, email, text, sentAt, about, ground, confirmedAt },
}: {
  message: ShownMessage;
}) {
  const form = `answer-${id}`;
  return (
    <li className="border-b border-line py-3">
      <p className="wrap-anywhere">
        <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} className="link">
          {email}
        </a>
      </p>
      <p className="mt-1 font-mono text-xs text-ink-soft">sent {minuteText(sentAt)}</p>
      {ground && confirmedAt && (
        <p className="mt-1 text-sm font-medium">
          Objection to the results of product {about}: {GROUNDS[ground]}. Answer it by{' '}
          {dayText(dueDay(confirmedAt))}.
        </p>
      )}
      <blockquote className="my-2 text-sm whitespace-pre-wrap wrap-anywhere">{text}</blockquote>
      <RestoredForm
        name={form}
        intent="answer-message"
        submit="Send the answer"
        summary={
          ground ? 'Answer the objection in public' : 'Answer it here, or tie it to a product'
        }
        about={`to the message of ${email}`}
        hidden={{ message: id }}
      >
        {ground && (
          <Select label="The objection is" name="upheld">
            <option value="">Choose</option>
            <option value="yes">upheld</option>
            <option value="no">not upheld</option>
            <option value="empty">dismissed: it says nothing that can be checked</option>
          </Select>
        )}
        {!ground && (
          <>
            <Input
              label="Number of the product it is about"
              name="product"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={about ?? ''}
            />
            <IntentButton intent="tie-message" className="self-end">
              Note that alone
            </IntentButton>
          </>
        )}
        <Textarea
          label={ground ? 'Answer (public, and by email)' : 'Answer'}
          name="text"
          rows={5}
          className="sm:col-span-2"
        />
      </RestoredForm>
      {ground && (
        <Press
          intent="put-objection-on-top"
          fields={{ message: id }}
          about={`the objection of ${email}`}
        >
          I have looked: put it at the top of the report
        </Press>
      )}
      {!ground && <MakersReply id={id} email={email} about={about} />}
      {!ground && (
        <Press intent="answer-message" fields={{ message: id }} about={`the message of ${email}`}>
          Mark as answered
        </Press>
      )}
    </li>
  );
}

/** What a maker wrote, published as it stands beside the result: once for each product. */
function MakersReply({ id, email, about }: Pick<ShownMessage, 'id' | 'email' | 'about'>) {
  return (
    <RestoredForm
      name={`reply-${id}`}
      intent="publish-reply"
      summary="Publish it as the maker’s reply"
      submit="Publish the reply"
      about={`of ${email}`}
      hidden={{ message: id }}
    >
      <Input
        label="Number of the product it is about"
        name="product"
        inputMode="numeric"
        required
        defaultValue={about ?? ''}
      />
      <Input label="Company (public)" name="maker" required maxLength={100} />
      <Sure>I have checked who wrote this. It stands on the report as it is, for good.</Sure>
    </RestoredForm>
  );
}

/** Messages with what was answered, when, and by whom; who wrote them is not said. */
export function MessageTexts({ messages }: { messages: ShownMessage[] }) {
  return (
    <ul className="mt-2 text-sm">
      {messages.map(({ id, text, sentAt, answer, answeredAt, answeredBy, about }) => (
        <li key={id} className="border-b border-line py-2 last:border-0">
          <p className="font-mono text-xs text-ink-soft">
            sent {minuteText(sentAt)}
            <span>{about !== null && `, about product ${about}`}</span>
          </p>
          <blockquote className="my-1 whitespace-pre-wrap wrap-anywhere">{text}</blockquote>
          {answeredAt && (
            <p className="font-mono text-xs wrap-anywhere text-ink-soft">
              answered {minuteText(answeredAt)} by {answeredBy ?? 'an administrator'}
              <span>{answer === null && ', not from here'}</span>
            </p>
          )}
          {answer !== null && (
            <blockquote className="my-1 whitespace-pre-wrap wrap-anywhere">{answer}</blockquote>
          )}
        </li>
      ))}
    </ul>
  );
}
