import { href, Link } from 'react-router';
import { statusText } from '#app/catalogue/messages.ts';
import { formatDollars } from '#app/kit/money.ts';
import { ask } from '#app/http/ask.ts';
import { testName, type PanelKey } from '#app/toxicology/panels/panels.ts';
import { useLoaded } from '#app/ui/use-loaded.ts';

/** Products on the list, or tested, under a name like this; nothing where there is none, or until it is known. */
export function ListedAlike({ name, panel }: { name: string; panel: PanelKey | undefined }) {
  const { outcome } = useLoaded(`${name} ${panel}`, async (signal) => {
    const query = { name, ...(panel !== 'plastics' && { panel }) };
    const found = name && (await ask('get /api/products-alike', { query, signal }));
    if (!found || !found.ok) return { alike: [], topic: null };
    const { items, tested, topic } = found.body;
    const alike = [
      ...tested.map(({ product_id: id, name: called }) => {
        const to = href('/plasticlist/:originalId', { originalId: String(id) });
        return { to, called, state: 'Tested' };
      }),
      ...items.map((product) => {
        const raised = `${formatDollars(product.current_amount)} of ${formatDollars(product.target_amount)}`;
        const to = href('/product/:id', { id: String(product.id) });
        return { to, called: testName(product), state: `${statusText(product)} · ${raised}` };
      }),
    ];
    return { alike, topic };
  });
  const { alike = [], topic } = outcome ?? {};
  return (
    <div role="status" className="empty:hidden">
      {alike.length > 0 && (
        <div className="rounded-md border border-accent bg-accent-wash p-4">
          <p className="font-medium">Is it one of these? Then it is already listed.</p>
          <ul className="mt-1">
            {alike.map(({ to, called, state }) => (
              <li key={to} className="mt-2">
                <Link to={to} className="link">
                  {called}
                </Link>
                <p className="font-mono text-sm tabular text-ink-soft">{state}</p>
              </li>
            ))}
          </ul>
        </div>
      )}
      {topic && (
        <p className="text-sm">
          {topic.text}{' '}
          {topic.links.map(({ to, label }) => (
            <Link key={to} to={to} className="link mr-4">
              {label}
            </Link>
          ))}
        </p>
      )}
      {outcome && alike.length === 0 && !topic && name !== '' && (
        <p className="text-sm">
          <Link to={`${href('/search')}?q=${encodeURIComponent(name)}`} className="link">
            See what is tested or listed nearest to “{name}”
          </Link>
        </p>
      )}
    </div>
  );
}
