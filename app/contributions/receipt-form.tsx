import type { ReactNode } from 'react';
import { href } from 'react-router';
import { Button } from '#app/ui/button.tsx';

/** Opens a receipt where no script can ask for it: only what is posted brings the cookie to be answered by. */
export function ReceiptForm({ id, children }: { id: string; children: ReactNode }) {
  return (
    <form
      method="post"
      action={href('/view-contributions/receipt/:id', { id })}
      className="hidden noscript:block"
    >
      <Button type="submit" size="small">
        {children}
      </Button>
    </form>
  );
}

/** The same for the list that the browser may see. */
export function ListForm({ children }: { children: ReactNode }) {
  return (
    <form method="post" action={href('/view-contributions')} className="hidden noscript:block">
      <input type="hidden" name="intent" value="open" />
      <Button type="submit" size="small">
        {children}
      </Button>
    </form>
  );
}
