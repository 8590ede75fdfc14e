import { useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { useToast } from './toast.tsx';

/**
 * Sends a page's address on, with a `text` before it where there is one: by the device's own means
 * where it has them, else by the clipboard; and where that is denied, it is shown to be copied by hand.
 * `path` is of this site.
 */
export function ShareLink({
  path,
  title,
  text,
  children,
}: {
  path: string;
  title: string;
  text?: string;
  children: ReactNode;
}) {
  const toast = useToast();
  const [shown, setShown] = useState<string>();

  async function share() {
    const url = new URL(path, window.location.origin).href;
    const sent = text ? `${text} ${url}` : url;
    // A phone's own sheet; where a desktop has one, a copied link is what people expect.
    const isTouched = matchMedia('(pointer: coarse)').matches;
    try {
      if (isTouched && navigator.share) await navigator.share({ title, text, url });
      else {
        await navigator.clipboard.writeText(sent);
        toast.show(text ? 'Text and link copied.' : 'Link copied.');
      }
    } catch (error) {
      // Closing the sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setShown(sent);
    }
  }

  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 noscript:hidden">
      <Button onClick={() => void share()}>{children}</Button>
      {shown && (
        <p role="status" className="min-w-0 text-sm text-ink-soft">
          Copy this: <span className="wrap-anywhere text-ink">{shown}</span>
        </p>
      )}
    </div>
  );
}
