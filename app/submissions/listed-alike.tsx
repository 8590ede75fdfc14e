import { href, Link } from 'react-router';
import { statusText } from '#app/catalogue/messages.ts';
import { formatDollars } from '#app/kit/money.ts';
import { ask } from '#app/http/ask.ts';
import { useLoaded } from '#app/ui/use-loaded.ts';

/** Products on the list under a name like this; nothing where there is none, or until it is known. */
export function ListedAlike({ name }: { name: string }) {
  const { outcome: products = [] } = useLoaded(name, async (signal) => {
    if (name === '') return [];
    const asked = await ask('get /api/products-alike', { query: { name }, signal });
    return asked.ok ? asked.body.items : [];
  });
  return (
    <div role="status" className="empty:hidden">
      {products.length > 0 && (
        <div className="rounded-md border border-accent bg-accent-wash p-4">
          <p className="font-medium">Is it one of these? Then it is already listed.</p>
          <ul className="mt-1">
            {products.map((product) => (
              <li key={product.id} className="mt-2">
                <Link to={href('/product/:id', { id: String(product.id) })} className="link">
                  {product.name}
                </Link>
                <p className="font-mono text-sm tabular text-ink-soft">
                  {statusText(product)} · {formatDollars(product.current_amount)} of{' '}
                  {formatDollars(product.target_amount)}
                </p>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
