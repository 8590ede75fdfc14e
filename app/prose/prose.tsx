import type { ElementType, ReactNode } from 'react';
import type { Block, Inline, Picture } from './blocks.ts';
import { isOwnPage } from './link-address.ts';
import { SocialPost } from './social-post.tsx';
import { TextLink } from '#app/ui/text-link.tsx';

const headings: ElementType[] = ['h2', 'h3', 'h4', 'h5', 'h6'];
const looks = ['mt-6 text-2xl', 'mt-4 text-xl'];
/** Ordered lists and code stand in boxes. */
const BOX = 'rounded-lg border border-line-strong px-4 py-3.5 sm:px-5';

interface Shown {
  /** The level of the heading that it stands under: 1 for a page's title. */
  below?: number;
  /** What takes the place of a paragraph that is only its name, as `{name}`. */
  slots?: Readonly<Record<string, ReactNode>>;
  /** Draws what is fenced. */
  Code?: (props: { text: string }) => ReactNode;
}

/** What a text says. */
export function Prose({ blocks, ...shown }: Shown & { blocks: readonly Block[] }) {
  return blocks.map((block, at) => <One key={at} block={block} {...shown} />);
}

function One({ block, ...shown }: Shown & { block: Block }) {
  const words = 'content' in block && <Inlines content={block.content} />;
  switch (block.type) {
    case 'heading': {
      const Heading = headings[Math.min((shown.below ?? 1) + block.level, 6) - 2] ?? 'h6';
      return <Heading className={looks[block.level - 1] ?? 'mt-2 text-lg'}>{words}</Heading>;
    }
    case 'paragraph': {
      const slot = shown.slots?.[slotName(block.content) ?? ''];
      return slot === undefined ? <p className="break-words">{words}</p> : slot;
    }
    case 'list':
      return <List block={block} {...shown} />;
    case 'quote':
      return (
        <blockquote className="flex flex-col gap-3 border-l-3 border-accent py-1 pl-4 text-ink-soft sm:pl-5">
          <Prose blocks={block.blocks} {...shown} />
        </blockquote>
      );
    case 'code': {
      const { Code = BoxedCode } = shown;
      return <Code text={block.text} />;
    }
    case 'picture':
      return <PostPicture picture={block.picture} />;
    case 'social':
      return <SocialPost post={block.post} />;
    case 'rule':
      return <hr className="border-line" />;
  }
}

function BoxedCode({ text }: { text: string }) {
  return (
    <pre
      // Reached by the keyboard, as it may scroll sideways.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={`scroll-edge max-w-2xl overflow-x-auto font-mono text-sm ${BOX}`}
    >
      <code>{text}</code>
    </pre>
  );
}

function slotName([only, ...others]: readonly Inline[]): string | undefined {
  return others.length === 0 && typeof only === 'string'
    ? /^\{(\w+)\}$/.exec(only)?.[1]
    : undefined;
}

function List({ block, ...shown }: Shown & { block: Block & { type: 'list' } }) {
  const items = block.items.map((blocks, at) => (
    <li key={at} className="pl-1.5 marker:font-mono marker:text-sm marker:text-accent-ink">
      <div className="flex flex-col gap-2">
        <Prose blocks={blocks} {...shown} />
      </div>
    </li>
  ));
  if (!block.isOrdered) return <ul className="flex list-disc flex-col gap-2 pl-5">{items}</ul>;
  return (
    <div className={`max-w-2xl bg-paper-raised ${BOX}`}>
      <ol start={block.start} className="flex list-decimal flex-col gap-3 pl-6">
        {items}
      </ol>
    </div>
  );
}

/** What runs within a line. */
export function Inlines({ content }: { content: readonly Inline[] }) {
  return content.map((inline, at) => <Marked key={at} inline={inline} />);
}

function Marked({ inline }: { inline: Inline }) {
  if (typeof inline === 'string') return inline;
  const words = 'content' in inline && <Inlines content={inline.content} />;
  switch (inline.type) {
    case 'strong':
      return <strong className="font-medium text-ink">{words}</strong>;
    case 'emphasis':
      return <em>{words}</em>;
    case 'code':
      return (
        <code className="rounded-sm border border-line bg-paper-raised px-1 font-mono text-sm">
          {inline.text}
        </code>
      );
    case 'link':
      return <ProseLink address={inline.address}>{words}</ProseLink>;
    case 'image':
      return <PictureImage picture={inline.picture} />;
    case 'break':
      return <br />;
  }
}

/** A page of this site is gone to without loading a document anew; other sites are marked. */
function ProseLink({ address, children }: { address: string; children: ReactNode }) {
  if (isOwnPage(address)) {
    return <TextLink to={address}>{children}</TextLink>;
  }
  const isOutside = /^https?:/i.test(address);
  return (
    <a href={address} rel={isOutside ? 'noopener' : undefined} className="link wrap-anywhere">
      {children}
      {isOutside && <span aria-hidden="true">{'\u00a0↗'}</span>}
    </a>
  );
}

/** As wide as there is room for, up to 300 px, 600 px or 42 rem. */
const widths: Record<Picture['width'], string> = {
  small: 'max-w-[300px]',
  medium: 'max-w-[600px]',
  large: 'max-w-2xl',
};

/** A picture between paragraphs, with its caption. */
function PostPicture({ picture }: { picture: Picture }) {
  const { width, isCentered, caption } = picture;
  return (
    <figure className={`my-2 w-full ${widths[width]} ${isCentered ? 'mx-auto' : ''}`}>
      <PictureImage picture={picture} />
      {caption && <figcaption className="mt-2 text-sm text-ink-faint">{caption}</figcaption>}
    </figure>
  );
}

/** The picture alone, loaded once it is about to be seen. */
function PictureImage({ picture }: { picture: Picture }) {
  const { address, alt, width, hasBorder, hasShadow, widthPx, heightPx } = picture;
  return (
    <img
      src={address}
      alt={alt}
      loading="lazy"
      decoding="async"
      width={widthPx ?? undefined}
      height={heightPx ?? undefined}
      className={`h-auto w-full rounded-lg ${widths[width]} ${hasBorder ? 'border border-line-strong' : ''} ${hasShadow ? 'shadow-raised' : ''}`}
    />
  );
}
