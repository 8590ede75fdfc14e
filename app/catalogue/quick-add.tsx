import { USUAL_GIFT_DOLLARS } from './next-sample.ts';
import { formatDollars } from '#app/kit/money.ts';
import { NUMBERS } from '#app/kit/numbers.ts';
import { Button } from '#app/ui/button.tsx';

/**
 * The quick-add buttons. An amount above `roomDollars` adds what there is room for; with
 * no room they are disabled. Beside them, what completes the goal where that is little. The large
 * ones offer one amount first: that, or else the usual gift. Adding needs the browser's storage, so
 * they hide without scripts.
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
  const isLarge = size === 'large';
  const first = isLarge && lastDollars === 0 ? USUAL_GIFT_DOLLARS : undefined;
  const amount = (dollars: number) => (
    <Button
      key={dollars}
      size={size}
      variant={dollars === first ? 'primary' : 'outline'}
      disabled={roomDollars <= 0}
      onClick={() => onAdd(dollars)}
      className={isLarge ? amountLook(dollars === first) : 'px-0! tracking-normal! max-sm:min-h-11'}
    >
      {`+$${dollars}`}
    </Button>
  );
  const last = lastDollars > 0 && (
    // What is asked for within a dollar of the need becomes the need (decision 0053).
    <Button
      size={size}
      variant={isLarge ? 'primary' : 'outline'}
      disabled={roomDollars <= 0}
      onClick={() => onAdd(Math.max(1, Math.floor(lastDollars)))}
      className={isLarge ? 'w-full' : 'max-sm:min-h-11'}
    >
      Fund the last {formatDollars(lastDollars)}
    </Button>
  );
  const others = NUMBERS.quickAddDollars.filter((dollars) => dollars !== first);
  return (
    <div
      role="group"
      aria-label={`Add to funding list: ${productName}`}
      className={`flex w-full flex-wrap gap-1.5 noscript:hidden ${isLarge ? 'max-w-xl' : ''}`}
    >
      {isLarge && last}
      {first !== undefined && amount(first)}
      <div
        className={`grid w-full gap-1.5 ${isLarge ? 'auto-cols-fr grid-flow-col' : 'grid-cols-[repeat(auto-fit,minmax(3.25rem,1fr))] sm:max-w-80'}`}
      >
        {others.map(amount)}
      </div>
      {!isLarge && last}
    </div>
  );
}

function amountLook(isFirst: boolean): string {
  return isFirst ? 'w-full text-base!' : 'px-0! tracking-normal! @max-[21rem]:text-xs';
}
