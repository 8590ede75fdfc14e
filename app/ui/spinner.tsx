/** Something is under way: three blocks, one after the other. The text beside it says what. */
export function Spinner({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 22 8" aria-hidden="true" className={`h-2 w-5.5 fill-current ${className}`}>
      <rect width="5" height="8" className="animate-cursor" />
      <rect x="8" width="5" height="8" className="animate-cursor [animation-delay:0.2s]" />
      <rect x="16" width="5" height="8" className="animate-cursor [animation-delay:0.4s]" />
    </svg>
  );
}
