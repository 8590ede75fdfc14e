import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

const EVERY_MS = 1_500;

/** Looks again by itself while an audit runs; without a script there is a link that does. */
export function useAuditProgress(isRunning: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void revalidate(), EVERY_MS);
    return () => clearInterval(timer);
  }, [isRunning, revalidate]);
}
