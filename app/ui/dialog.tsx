import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';

/**
 * A modal native dialog, shown while mounted and `open`. Escape, the close button and a click
 * beside the sheet all call `onClose`; the browser returns focus to what opened it. The page
 * behind does not scroll. `footer` holds the buttons of a decision and stays in view.
 */
export function Dialog({
  open,
  title,
  onClose,
  footer,
  children,
  className = '',
}: {
  open: boolean;
  title: string;
  onClose: () => void;
  footer?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    const opener = document.activeElement;
    const page = document.documentElement.classList;
    const isOverAnother = page.contains('overflow-hidden');
    element.showModal();
    page.add('overflow-hidden');
    return () => {
      element.close();
      if (!isOverAnother) page.remove('overflow-hidden');
      // Removed in the same commit, the element cannot give focus back by itself.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [open]);

  if (!open) return null;
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget }) => {
        // Browsers close on a second Escape whatever `cancel` says.
        if (currentTarget.isConnected && !currentTarget.open) onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      className={`m-auto w-[min(34rem,calc(100vw-2rem))] animate-enter rounded-lg border border-line-strong bg-paper-raised p-0 shadow-raised backdrop:bg-veil ${className}`}
    >
      <div className="flex max-h-[calc(100dvh-3rem)] flex-col">
        <header className="flex items-center gap-4 border-b border-line py-2 pr-2 pl-5">
          <h2 id={titleId} className="min-w-0 flex-1 py-1.5 text-xl">
            {title}
          </h2>
          <Button variant="quiet" size="small" className="min-h-11 min-w-11" onClick={onClose}>
            <span aria-hidden="true" className="font-sans text-xl leading-none">
              ×
            </span>
            <span className="sr-only">Close</span>
          </Button>
        </header>
        <div className="overflow-y-auto overscroll-contain px-5 py-4">{children}</div>
        {footer && (
          <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-3">
            {footer}
          </footer>
        )}
      </div>
    </dialog>
  );
}
