import { formatDollars } from '#app/kit/money.ts';
import { NUMBERS } from '#app/kit/numbers.ts';
import { Button } from '#app/ui/button.tsx';

/**
 * The quick-add buttons. An amount above `roomDollars` adds what there is room for; with
 * no room they are disabled. Beside them, what completes the goal where that is little. Adding needs
 * the browser's storage, so they hide without scripts.
 */
export function QuickAdd({
  productName,
  roomDollars,
  lastDollars,
  onAdd,
  size = 'small',
}: {
  productName: string;
  roomDollars: number;
  /** What completes the goal, to the cent; 0 where that is not offered. */
  lastDollars: number;
  onAdd: (amountDollars: number) => void;
  size?: 'small' | 'large';
}) {
  return (
    <div
      role="group"
      aria-label={`Add to funding list: ${productName}`}
      className="flex w-full flex-wrap gap-1.5 noscript:hidden"
    >
      <div
        className={`grid w-full grid-cols-5 gap-1.5 ${size === 'large' ? 'max-w-xl' : 'sm:max-w-80'}`}
      >
        {NUMBERS.quickAddDollars.map((dollars) => (
          <Button
            key={dollars}
            size={size}
            disabled={roomDollars <= 0}
            onClick={() => onAdd(dollars)}
            className={`px-0! tracking-normal! ${size === 'small' ? 'max-sm:min-h-11' : '@max-[21rem]:text-xs'}`}
          >
            {`+$${dollars}`}
          </Button>
        ))}
      </div>
      {lastDollars > 0 && (
        // What is asked for within a dollar of the need becomes the need (decision 0053).
        <Button
          size={size}
          disabled={roomDollars <= 0}
          onClick={() => onAdd(Math.max(1, Math.floor(lastDollars)))}
          className={size === 'small' ? 'max-sm:min-h-11' : ''}
        >
          Fund the last {formatDollars(lastDollars)}
        </Button>
      )}
    </div>
  );
}
