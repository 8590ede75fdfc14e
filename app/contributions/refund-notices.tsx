import { localDayText } from './contribution-words.ts';
import type { RefundNotice } from './lookup.ts';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** What was written to somebody about refunds, to be read here where an email did not arrive. */
export function RefundNotices({ notices }: { notices: RefundNotice[] }) {
  if (notices.length === 0) return null;
  return (
    <Panel aria-labelledby="notices">
      <RuleLabel id="notices" note={notices.length}>
        What we wrote to you about refunds
      </RuleLabel>
      <ul className="mt-1 divide-y divide-line">
        {notices.map(({ id, at, subject, text, cameBack }) => (
          <li key={id} className="py-3">
            <details>
              <summary className="cursor-pointer wrap-anywhere">
                <span>{subject}</span>
                <span className="ml-3 text-sm text-ink-soft">
                  {localDayText(at)}
                  {cameBack ? ', could not be delivered by email' : ''}
                </span>
              </summary>
              <p className="mt-3 text-sm wrap-anywhere whitespace-pre-line">{text}</p>
            </details>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
