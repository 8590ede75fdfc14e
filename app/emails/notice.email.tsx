import type { LetterText } from './letter.email.tsx';
import type { DailyMail, NoticeMail } from './notices.server.ts';
import { counted } from '#app/kit/text.ts';
import { oneLine } from './words.ts';

/** Tells an administrator of one happening. */
export function administratorNotice(mail: NoticeMail) {
  const { title, text, url, replyTo } = mail;
  return {
    subject: title,
    preview: oneLine(text, 120),
    says: [
      ...text.split(/\n+/),
      ...linesOf(mail),
      !!replyTo && { note: 'Your reply to this email goes to the person who wrote.' },
      { action: 'Open it', href: url },
    ],
    footer: settings(mail),
  };
}

/** Tells an administrator of everything that can wait for a day. */
export function dailyNotices(mail: DailyMail): LetterText {
  const { notices } = mail;
  const [first] = notices;
  return {
    subject:
      notices.length === 1 && first
        ? first.title
        : `${counted(notices.length, 'notice')} for administrators`,
    title: 'Since the last daily email',
    preview: notices.map(({ title }) => title).join(' · '),
    says: notices.map((notice, at) => ({
      group: [
        at > 0 && { rule: true },
        [<strong key="title">{notice.title}</strong>],
        [`${notice.text} `, { link: 'Open it', to: notice.url }],
        ...linesOf(notice),
      ],
    })),
    footer: settings(mail),
  };
}

function linesOf({ lines = [] }: Pick<NoticeMail, 'lines'>) {
  return lines.map(({ text, url }) => [{ link: text, to: url }]);
}

function settings({ settingsUrl }: Pick<NoticeMail, 'settingsUrl'>) {
  const choose = { link: 'Choose what you’re emailed', to: settingsUrl };
  return [{ note: ['You get this as an administrator. ', choose] }];
}
