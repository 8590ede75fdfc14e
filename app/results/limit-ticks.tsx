import {
  HOLDS,
  inNamedOrder,
  limitMarks,
  type AuthorityVerdict,
} from '#app/results/answers/limit-words.ts';

/** `✓ EPA ✓ BfR on average ? EFSA`: how a family stands under each authority, at a glance; nothing without verdicts. */
export function LimitTicks({ verdicts }: { verdicts: readonly AuthorityVerdict[] }) {
  if (verdicts.length === 0) return null;
  return (
    <span className="inline-flex flex-wrap gap-x-2 font-mono text-xs">
      {inNamedOrder(verdicts).map(({ authority, verdict, holds }, at) => {
        const { mark, says, ink } = limitMarks[verdict];
        return (
          <span key={authority} className="whitespace-nowrap">
            <span aria-hidden="true" className={`text-sm leading-none font-medium ${ink}`}>
              {mark}
            </span>
            <span className="sr-only">{verdict === 'unseen' ? `${says} for` : says}</span>{' '}
            {authority}
            {holds === 'average' && ` ${HOLDS.average}`}
            {at < verdicts.length - 1 && <span className="sr-only">,</span>}
          </span>
        );
      })}
    </span>
  );
}
