import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import * as messages from './preferences-messages.ts';
import type { PreferenceChange } from './preferences-schema.ts';
import { sentBy, type FormOutcome } from '#app/http/ask.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useRestoredFocus } from '#app/ui/use-restored-focus.ts';
import { useSentForm } from '#app/ui/use-sent-form.ts';

type Choosing = ReturnType<typeof useChoosing>;

/** The forms of one part of the screen: what comes of a press is said where it was pressed. */
export function useChoosing(place: string, sent: FormOutcome | undefined) {
  const failed = messages.CHANGE_FAILED;
  return { place, ...useSentForm<FormOutcome>({ sent: sentBy(sent, place), failed }) };
}

type ChangeProps = Omit<ComponentProps<typeof Button>, 'busy'> & {
  choosing: Choosing;
  change: PreferenceChange;
};

/** A button that makes one change. */
export function ChangeButton({ choosing, change, className = '', ...rest }: ChangeProps) {
  const { place, sending, isBusy, sendInPlace } = choosing;
  const fields = Object.entries(change).map(([name, value]) => [name, String(value)] as const);
  const isMine = isBusy && fields.every(([name, value]) => sending?.get(name) === value);
  const button = useRestoredFocus(isMine);
  return (
    // Sent to this very address, whose token no page holds.
    <form method="post" onSubmit={sendInPlace} className={`max-w-full ${className}`}>
      <input type="hidden" name="intent" value={place} />
      {fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button {...rest} ref={button} type="submit" busy={isMine} className={className} />
    </form>
  );
}

/** What came of a press at this place; it takes the focus of a button that is gone. */
export function Announced({
  choosing: { outcome },
  className = '',
  children,
}: {
  choosing: Choosing;
  className?: string;
  /** Said in any case, instead of what came of the press. */
  children?: ReactNode;
}) {
  const notice = outcome && (
    <Notice tone={outcome.ok ? 'good' : 'error'} className={className}>
      {outcome.sentence}
    </Notice>
  );
  return (
    <>
      <Status focusAt={outcome?.ok ? 1 : undefined}>{children || (outcome?.ok && notice)}</Status>
      {outcome?.ok === false && notice}
    </>
  );
}

/** Announces what it is filled with, and takes the focus that a button has lost, anew for each `focusAt`. */
export function Status({
  focusAt,
  children,
}: {
  focusAt: number | undefined;
  children: ReactNode;
}) {
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isFocusLost = !document.activeElement || document.activeElement === document.body;
    if (focusAt !== undefined && isFocusLost) status.current?.focus();
  }, [focusAt]);
  return (
    <div ref={status} role="status" tabIndex={-1} className="empty:hidden">
      {children}
    </div>
  );
}
