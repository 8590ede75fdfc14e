import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import type { PreferenceChange } from './preferences-schema.ts';
import type { Choosing, Place } from './use-preferences.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useFocusKept } from '#app/ui/use-focus-kept.ts';

type ChangeProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'busy'> & {
  choosing: Choosing;
  place: Place;
  change: PreferenceChange;
};

/** A button that makes one change; while one is under way the others wait. */
export function ChangeButton({ choosing, place, change, ...rest }: ChangeProps) {
  const { busy } = choosing;
  const isMine = busy?.place === place && isSame(busy.change, change);
  const button = useFocusKept(isMine);
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

function isSame(one: PreferenceChange, other: PreferenceChange): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What came of a press at this place; it takes the focus of a button that is gone. */
export function Announced({
  choosing: { said },
  place,
  change,
  className = '',
  children,
}: {
  choosing: Choosing;
  place: Place;
  /** Where a place has several changes: the one that is answered here. */
  change?: PreferenceChange;
  className?: string;
  /** Said in any case, instead of what came of the press. */
  children?: ReactNode;
}) {
  const status = useRef<HTMLDivElement>(null);
  const isOwn = said?.place === place && (!change || isSame(said.change, change));
  const own = isOwn ? said : undefined;
  const isGood = own?.tone === 'good';
  useEffect(() => {
    const isFocusLost = !document.activeElement || document.activeElement === document.body;
    if (isGood && isFocusLost) status.current?.focus();
  }, [isGood, own?.at]);
  return (
    <>
      <div ref={status} role="status" tabIndex={-1} className="empty:hidden">
        {children ||
          (isGood && (
            <Notice tone="good" className={className}>
              {own.sentence}
            </Notice>
          ))}
      </div>
      {own?.tone === 'error' && (
        <Notice tone="error" className={className}>
          {own.sentence}
        </Notice>
      )}
    </>
  );
}
