import { NUMBERS } from '#app/kit/numbers.ts';
import { Button } from '#app/ui/button.tsx';

/**
 * The quick-add buttons (spec §9). An amount above `roomDollars` adds what there is room for; with
 * no room they are disabled. Adding needs the browser's storage, so they hide without scripts.
 */
export function QuickAdd({
  productName,
  roomDollars,
  onAdd,
  size = 'small',
}: {
  productName: string;
  roomDollars: number;
  onAdd: (amountDollars: number) => void;
  size?: 'small' | 'large';
}) {
  return (
    <div
      role="group"
      aria-label={`Add to funding list: ${productName}`}
      className={`grid w-full grid-cols-5 gap-1.5 noscript:hidden ${size === 'large' ? 'max-w-xl' : 'sm:max-w-80'}`}
    >
      {NUMBERS.quickAddDollars.map((dollars) => (
        <Button
          key={dollars}
          size={size}
          disabled={roomDollars <= 0}
          onClick={() => onAdd(dollars)}
          className={`px-0! tracking-normal! ${size === 'small' ? 'max-sm:min-h-11' : '@max-[21rem]:text-xs'}`}
        >
          +${dollars}
        </Button>
      ))}
    </div>
  );
}
