import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';

type ToastTone = 'good' | 'plain' | 'error';

interface ToastOptions {
  /** Milliseconds it stays; 2000 unless told. */
  durationMs?: number;
  tone?: ToastTone;
}

interface Toasts {
  /** Shows one sentence, in place of any that is still there. */
  show: (text: string, options?: ToastOptions) => void;
}

interface Toast extends Required<ToastOptions> {
  id: number;
  text: string;
}

const DEFAULT_DURATION_MS = 2000;
const ToastContext = createContext<Toasts>({ show: () => {} });

/** Gives everything inside it `useToast`, and holds the live region that toasts are read out in. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast>();
  // Always the same, so that a toast draws nobody anew who may show one.
  const [toasts] = useState<Toasts>({
    show: (text, { durationMs = DEFAULT_DURATION_MS, tone = 'good' } = {}) =>
      setToast((last) => ({ id: (last?.id ?? 0) + 1, text, tone, durationMs })),
  });

  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => setToast(undefined), toast.durationMs);
    return () => clearTimeout(timer);
  }, [toast]);

  return (
    <ToastContext value={toasts}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-0 top-20 z-50 flex justify-center px-4"
      >
        {toast && (
          <p
            key={toast.id}
            className={`max-w-prose animate-enter rounded-md border border-l-4 bg-paper-raised px-4 py-3 text-ink shadow-raised ${tones[toast.tone]}`}
          >
            {toast.text}
          </p>
        )}
      </div>
    </ToastContext>
  );
}

/** `show` for the page's one toast; outside a provider it does nothing. */
export function useToast(): Toasts {
  return useContext(ToastContext);
}

const tones: Record<ToastTone, string> = {
  good: 'border-accent',
  plain: 'border-line-strong',
  error: 'border-danger',
};
