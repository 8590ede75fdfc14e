import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isOwnPage, isOwnPath } from './link-address.ts';
import { PictureImage } from './post-picture.tsx';
import type { Inline } from './post.ts';

/** What runs within a line. */
export function Inlines({ content }: { content: Inline[] }) {
  return content.map((inline, at) => <One key={at} inline={inline} />);
}

function One({ inline }: { inline: Inline }) {
  if (typeof inline === 'string') return inline;
  switch (inline.type) {
    case 'strong':
      return (
        <strong className="font-medium text-ink">
          <Inlines content={inline.content} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Inlines content={inline.content} />
        </em>
      );
    case 'code':
      return (
        <code className="rounded-sm border border-line bg-paper-raised px-1 font-mono text-sm">
          {inline.text}
        </code>
      );
    case 'link':
      return (
        <PostLink address={inline.address}>
          <Inlines content={inline.content} />
        </PostLink>
      );
    case 'image':
      return <PictureImage picture={inline.picture} />;
    case 'break':
      return <br />;
  }
}

/** A page of this site is gone to without loading a document anew; other sites are marked. */
function PostLink({ address, children }: { address: string; children: ReactNode }) {
  if (isOwnPage(address)) {
    return (
      <Link to={address} className="link">
        {children}
      </Link>
    );
  }
  const isOutside = /^https?:/i.test(address) && !isOwnPath(address);
  return (
    <a href={address} rel={isOutside ? 'noopener' : undefined} className="link">
      {children}
      {isOutside && <span aria-hidden="true">{'\u00a0↗'}</span>}
    </a>
  );
}
