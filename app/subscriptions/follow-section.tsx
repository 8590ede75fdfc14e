import type { ComponentProps } from 'react';
import { FollowControl } from './follow-control.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** At the end of a page: follows what it is about, for when there is more to say of it. */
export function FollowSection({
  id,
  title,
  lead,
  className = 'mt-8',
  ...control
}: ComponentProps<typeof FollowControl> & {
  id: string;
  title: string;
  lead: string;
  className?: string;
}) {
  return (
    <section data-skip-in-text aria-labelledby={id} className={`@container ${className}`}>
      <RuleLabel id={id}>{title}</RuleLabel>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4">
        <p className="min-w-[min(12rem,100%)] flex-1 text-sm text-ink-soft">{lead}</p>
        <FollowControl key={control.followed.topic} {...control} lead="" />
      </div>
    </section>
  );
}
