import { href, Link } from 'react-router';
import * as messages from '#app/results/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { keepSaved, MOST_SAVED, savedNow, today, useSaved, type Saved } from './saved.ts';

const FULL = `You can save up to ${MOST_SAVED} products. Remove one first.`;

/** Puts a report or a product on the shelf of this browser, or takes it away; nobody is told. */
export function SaveButton({ product }: { product: Omit<Saved, 'seenOn'> }) {
  const toast = useToast();
  const isSaved = useSaved().some(({ id }) => id === product.id);

  function toggle() {
    const others = savedNow().filter(({ id }) => id !== product.id);
    if (!isSaved && others.length >= MOST_SAVED) return toast.show(FULL);
    const isKept = keepSaved(isSaved ? others : [...others, { ...product, seenOn: today() }]);
    const told = isSaved ? 'No longer saved.' : 'Saved on this device.';
    toast.show(isKept ? told : messages.SAVED_NOWHERE, isKept ? {} : { tone: 'error' });
  }

  return (
    <span className="inline-flex flex-wrap items-center gap-3 noscript:hidden">
      <Button
        aria-pressed={isSaved}
        onClick={toggle}
        className="aria-pressed:border-accent-ink aria-pressed:bg-accent-wash"
      >
        Save
      </Button>
      {isSaved && (
        <Link to={href('/saved')} className="link inline-flex min-h-8 items-center">
          See what you saved
        </Link>
      )}
    </span>
  );
}
