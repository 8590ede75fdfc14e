import { EMBED_SIZES, embedCode, embedPath, type EmbedKind } from './embed-address.ts';
import { CopyField } from '#app/ui/copy-field.tsx';

/** A page's link, its picture, and the code that shows where it stands on other sites. */
export function ShareDetails({
  kind,
  id,
  name,
  picture,
  baseUrl,
  className = '',
}: {
  kind: EmbedKind;
  id: number;
  name: string;
  picture: string;
  /** Without a trailing slash. */
  baseUrl: string;
  className?: string;
}) {
  const code = (look: keyof typeof EMBED_SIZES) => {
    const { widthPx, heightPx } = EMBED_SIZES[look];
    const address = baseUrl + embedPath(kind, id, look);
    return embedCode({ address, title: name, widthPx, heightPx });
  };
  return (
    <details className={className}>
      <summary className="link inline-flex min-h-8 cursor-pointer items-center font-mono text-sm">
        Link, picture, and code for other sites
      </summary>
      <div className="mt-3 grid max-w-prose gap-5">
        <CopyField label="Link" text={`${baseUrl}/${kind}/${id}`} rows={2} />
        <p className="text-sm text-ink-soft">
          <a href={picture} className="link">
            The picture with today’s state
          </a>
          , which other sites show beside the link. What the code below shows changes with the page.
          It loads no scripts and sets no cookies.
        </p>
        <CopyField
          label={kind === 'product' ? 'Thermometer' : 'Results'}
          text={code('card')}
          rows={4}
        />
        <CopyField label="Badge" text={code('badge')} rows={4} />
      </div>
    </details>
  );
}
