import { counted, listed } from '#app/kit/text.ts';
import { Notice } from '#app/ui/notice.tsx';

interface Published {
  product: number;
  revision: number | null;
}

/** What a publication has brought about: which products, and whose people are told. */
export function PublishedNotice({ said }: { said: Record<string, unknown> | undefined }) {
  if (!Array.isArray(said?.published)) return null;
  const published = said.published as Published[];
  const told = Array.isArray(said.told) ? said.told.map(String) : [];
  return (
    <Notice tone="good" className="mt-6">
      {published.length === 0
        ? 'Nothing new. All of it was already published.'
        : `Published results of ${counted(published.length, 'product')}.`}
      {told.length > 0 && ` Contributors and followers of ${listed(told)} are told.`}
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
        {published.map(({ product, revision }) => (
          <li key={product}>
            <a href={`/plasticlist/${product}`} className="link">
              {product}, revision {revision}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
