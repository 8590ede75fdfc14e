/** The first stop of the Tab key: past the navigation, to the element of this id. */
export function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={`#${to}`}
      className="fixed top-2 left-2 z-50 -translate-y-24 rounded-md bg-ink px-4 py-3 font-mono text-sm text-paper focus-visible:translate-y-0"
    >
      {children}
    </a>
  );
}
