import {
  LetterAction,
  Letter,
  MailLink,
  LetterNote,
  Paragraph,
  LetterRule,
} from './letter.email.tsx';
import type { DailyMail, NoticeMail } from './notices.server.ts';
import { counted } from '#app/kit/text.ts';
import { oneLine } from './words.ts';

AdministratorNotice.subject = ({ title }: NoticeMail) => title;

/** Tells an administrator of one happening. */
export function AdministratorNotice(mail: NoticeMail) {
  const { title, text, url, lines, settingsUrl, replyTo } = mail;
  return (
    <Letter title={title} preview={oneLine(text, 120)} footer={<Settings url={settingsUrl} />}>
      {text.split(/\n+/).map((line, at) => (
        <Paragraph key={at}>{line}</Paragraph>
      ))}
      <Lines lines={lines} />
      {replyTo && <LetterNote>Your reply to this email goes to the person who wrote.</LetterNote>}
      <LetterAction href={url}>Open it</LetterAction>
    </Letter>
  );
}

DailyNotices.subject = ({ notices }: DailyMail) => {
  const [first] = notices;
  return notices.length === 1 && first
    ? first.title
    : `${counted(notices.length, 'notice')} for administrators`;
};

/** Tells an administrator of everything that can wait for a day. */
export function DailyNotices(mail: DailyMail) {
  return (
    <Letter
      title="Since the last daily email"
      preview={mail.notices.map(({ title }) => title).join(' · ')}
      footer={<Settings url={mail.settingsUrl} />}
    >
      {mail.notices.map(({ title, text, url, lines }, at) => (
        <div key={at}>
          {at > 0 && <LetterRule />}
          <Paragraph>
            <strong>{title}</strong>
          </Paragraph>
          <Paragraph>
            {text} <MailLink href={url}>Open it</MailLink>
          </Paragraph>
          <Lines lines={lines} />
        </div>
      ))}
    </Letter>
  );
}

function Lines({ lines = [] }: Pick<NoticeMail, 'lines'>) {
  return lines.map(({ text, url }) => (
    <Paragraph key={url + text}>
      <MailLink href={url}>{text}</MailLink>
    </Paragraph>
  ));
}

function Settings({ url }: { url: string }) {
  return (
    <LetterNote>
      You get this as an administrator. <MailLink href={url}>Choose what you’re emailed</MailLink>
    </LetterNote>
  );
}
