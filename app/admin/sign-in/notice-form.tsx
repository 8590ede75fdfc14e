import { href } from 'react-router';
import {
  NOTICE_KINDS,
  noticeKinds,
  type NoticeKind,
  type NoticeTime,
} from '#app/mail/notice-kinds.ts';
import { Button } from '#app/ui/button.tsx';
import { Select } from '#app/ui/field.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';

const TIMES: Record<NoticeTime, string> = {
  'at-once': 'Right away',
  daily: 'In a daily email',
  never: 'Not at all',
};

/** When an administrator is emailed, for each kind of happening. */
export function NoticeForm({ times }: { times: Record<NoticeKind, NoticeTime> }) {
  return (
    <TitledPanel id="notices" title="Emails">
      <form method="post" action={href('/admin/account')} className="mt-3 flex flex-col gap-4">
        <p className="text-sm text-ink-soft">
          Choose when we email you. The daily email goes out at 12:00 UTC, and only on days with
          something to report.
        </p>
        {noticeKinds.map((kind) => (
          <Select key={kind} name={kind} label={NOTICE_KINDS[kind].text} defaultValue={times[kind]}>
            {Object.entries(TIMES).map(([time, text]) => (
              <option key={time} value={time}>
                {text}
              </option>
            ))}
          </Select>
        ))}
        <Button
          type="submit"
          name="intent"
          value="choose-notices"
          size="small"
          className="self-start"
        >
          Save
        </Button>
      </form>
    </TitledPanel>
  );
}
