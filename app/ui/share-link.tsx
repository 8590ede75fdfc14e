import { useState } from 'react';
import { Button } from './button.tsx';
import { useToast } from './toast.tsx';

/**
 * Sends a page's address on: by the device's own means where it has them, else by the clipboard; and
 * where that is denied, the address is shown to be copied by hand. `path` is of this site.
 */
export function ShareLink({
  path,
  title,
  children,
}: {
  path: string;
  title: string;
  children: string;
}) {
  const toast = useToast();
  const [shown, setShown] = useState<string>();

  async function share() {
    const url = new URL(path, window.location.origin).href;
    // A phone's own sheet; where a desktop has one, a copied link is what people expect.
    const isTouched = matchMedia('(pointer: coarse)').matches;
    try {
      if (isTouched && navigator.share) await navigator.share({ title, url });
      else {
        await navigator.clipboard.writeText(url);
        toast.show('Link copied.');
      }
    } catch (error) {
      // Closing the sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setShown(url);
    }
  }

  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 noscript:hidden">
      <Button onClick={() => void share()}>{children}</Button>
      {shown && (
        <p role="status" className="min-w-0 text-sm text-ink-soft">
          Copy this link: <span className="font-mono wrap-anywhere text-ink">{shown}</span>
        </p>
      )}
    </div>
  );
}
