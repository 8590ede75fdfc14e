import { href, Link } from 'react-router';

/** Below a product's picture: where a visitor sends one of it, or one of its package today. */
export function AddPhoto({ id, url }: { id: number; url: string | null }) {
  return (
    <Link
      data-skip-in-text
      to={href('/photo/:id', { id: String(id) })}
      className="link inline-flex min-h-6 items-center text-sm"
    >
      {url ? 'Send another' : 'Add a photo'}
    </Link>
  );
}
