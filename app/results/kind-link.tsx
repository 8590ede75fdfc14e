import { href, Link } from 'react-router';
import type { Kind } from '#app/catalogue/kinds.ts';

/** To everything that there is of a kind; `isSurveyAlone`: nobody has added a product of it. */
export function KindLink({
  kind,
}: {
  kind: Pick<Kind, 'key' | 'name'> & { isSurveyAlone?: true };
}) {
  return (
    <Link
      to={href('/plasticlist/kinds/:kind', { kind: kind.key })}
      className="link mt-2 inline-flex min-h-8 items-center text-sm"
    >
      {kind.isSurveyAlone
        ? `${kind.name}: what a survey found`
        : `All ${kind.name.toLowerCase()}: which is lowest?`}
    </Link>
  );
}
