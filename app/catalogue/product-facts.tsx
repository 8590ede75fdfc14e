import type { ReactNode } from 'react';
import { statusText, UNKNOWN } from './messages.ts';
import type { Product } from './product-schema.ts';
import { Tag } from '#app/ui/tag.tsx';

/** What is known of a product, as a specimen's label. */
export function ProductFacts({ product, className }: { product: Product; className?: string }) {
  const { id, serving_size_g, serving_size_unit } = product;
  const shop = webAddress(product.product_url);
  const status = statusText(product) || 'Untested';
  return (
    <dl
      className={`grid gap-x-10 border-t border-line-strong font-mono text-sm tabular @5xl:grid-cols-2 ${className}`}
    >
      <Fact name="Product ID">{id}</Fact>
      <Fact name="Serving size (g)">{serving_size_g ? `${serving_size_g} g` : UNKNOWN}</Fact>
      <Fact name="Serving size (unit)">{serving_size_unit || UNKNOWN}</Fact>
      <Fact name="Status">
        <Tag tone={statusTones[status as keyof typeof statusTones] ?? 'plain'}>{status}</Tag>
      </Fact>
      {shop && (
        <Fact name={isHomePage(shop) ? 'Brand’s page' : 'Where it is sold'}>
          {/* A visitor wrote it: no advice of ours, and nothing that search engines should follow. */}
          <a href={shop.href} rel="noopener nofollow ugc" className="link wrap-anywhere">
            {shop.hostname.replace(/^www\./, '')}
            <span aria-hidden="true">{'\u00a0↗'}</span>
          </a>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6 border-b border-line py-2">
      <dt className="label text-ink-faint">{name}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  );
}

const statusTones = { 'Testing in Progress': 'warn', Tested: 'accent' } as const;

/** The address of a shop's page; null for none, and for one that is not of the web. */
function webAddress(address: string | null): URL | null {
  if (!address || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
}

/** A site's front page sells no single product: it is the brand's own. */
function isHomePage({ pathname, search }: URL): boolean {
  return pathname === '/' && search === '';
}
