import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import type { PreferenceChange } from './preferences-schema.ts';
import type { Choosing, Place } from './use-preferences.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useRestoredFocus } from '#app/ui/use-restored-focus.ts';

type ChangeProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'busy'> & {
  choosing: Choosing;
  place: Place;
  change: PreferenceChange;
};

/** A button that makes one change; while one is under way the others wait. */
export function ChangeButton({ choosing, place, change, ...rest }: ChangeProps) {
  const { busy } = choosing;
  const isMine = busy?.place === place && JSON.stringify(busy.change) === JSON.stringify(change);
  const button = useRestoredFocus(isMine);
  return (
    <Button
      {...rest}
      ref={button}
      busy={isMine}
      aria-disabled={(busy && !isMine) || undefined}
      onClick={() => choosing.change(place, change)}
    />
  );
}

/** What came of a press at this place; it takes the focus of a button that is gone. */
export function Announced({
  choosing: { answer },
  place,
  className = '',
  children,
}: {
  choosing: Choosing;
  place: Place;
  className?: string;
  /** Said in any case, instead of what came of the press. */
  children?: ReactNode;
}) {
  const own = answer?.place === place ? answer : undefined;
  const isGood = own?.tone === 'good';
  const notice = own && (
    <Notice tone={own.tone} className={className}>
      {own.sentence}
    </Notice>
  );
  return (
    <>
      <Status focusAt={isGood ? own.at : undefined}>{children || (isGood && notice)}</Status>
      {!isGood && notice}
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
