import { href, Link } from 'react-router';
import type { Kind } from '#app/catalogue/kinds.ts';

/** To everything that there is of a kind. */
export function KindLink({ kind: { key, name } }: { kind: Pick<Kind, 'key' | 'name'> }) {
  return (
    <Link
      to={href('/plasticlist/kinds/:kind', { kind: key })}
      className="link mt-2 inline-flex min-h-8 items-center text-sm"
    >
      All {name.toLowerCase()}: which is lowest?
    </Link>
  );
}
