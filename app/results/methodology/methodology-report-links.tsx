import { Fragment } from 'react';
import { href, Link } from 'react-router';

/** Product numbers as links to their reports: `92, 93 and 94`. */
export function ReportLinks({ ids }: { ids: readonly number[] }) {
  return ids.map((id, index) => (
    <Fragment key={id}>
      {index > 0 && (index === ids.length - 1 ? ' and ' : ', ')}
      <Link to={href('/plasticlist/:originalId', { originalId: String(id) })} className="link">
        {id}
      </Link>
    </Fragment>
  ));
}
