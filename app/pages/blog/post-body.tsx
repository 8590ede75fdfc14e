import type { ElementType } from 'react';
import { Inlines } from './post-inline.tsx';
import { PostPicture } from './post-picture.tsx';
import type { BlogBlock } from './post.ts';
import { SocialPost } from './social-post.tsx';

const headings: ElementType[] = ['h2', 'h3', 'h4', 'h5', 'h6'];
const looks = ['mt-6 text-2xl', 'mt-4 text-xl'];
/** Ordered lists and code stand in boxes (spec §2 "Blog"). */
const BOX = 'rounded-lg border border-line-strong px-4 py-3.5 sm:px-5';

/** What a post says. `below` is the level of its title's heading: 1 on its own page. */
export function PostBody({ blocks, below }: { blocks: BlogBlock[]; below: number }) {
  return blocks.map((block, at) => <PostBlock key={at} block={block} below={below} />);
}

function PostBlock({ block, below }: { block: BlogBlock; below: number }) {
  switch (block.type) {
    case 'heading': {
      const Heading = headings[Math.min(below + block.level, 6) - 2] ?? 'h6';
      return (
        <Heading className={looks[block.level - 1] ?? 'mt-2 text-lg'}>
          <Inlines content={block.content} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p className="max-w-prose break-words">
          <Inlines content={block.content} />
        </p>
      );
    case 'list':
      return <PostList block={block} below={below} />;
    case 'quote':
      return (
        <blockquote className="flex max-w-prose flex-col gap-3 border-l-3 border-accent py-1 pl-4 text-ink-soft sm:pl-5">
          <PostBody blocks={block.blocks} below={below} />
        </blockquote>
      );
    case 'code':
      return (
        <pre
          // Reached by the keyboard, as it may scroll sideways.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className={`scroll-edge max-w-2xl overflow-x-auto font-mono text-sm ${BOX}`}
        >
          <code>{block.text}</code>
        </pre>
      );
    case 'picture':
      return <PostPicture picture={block.picture} />;
    case 'social':
      return <SocialPost post={block.post} />;
    case 'rule':
      return <hr className="max-w-prose border-line" />;
  }
}

function PostList({ block, below }: { block: BlogBlock & { type: 'list' }; below: number }) {
  const items = block.items.map((blocks, at) => (
    <li key={at} className="pl-1.5 marker:font-mono marker:text-sm marker:text-accent-ink">
      <div className="flex flex-col gap-2">
        <PostBody blocks={blocks} below={below} />
      </div>
    </li>
  ));
  if (!block.isOrdered) {
    return <ul className="flex max-w-prose list-disc flex-col gap-2 pl-5">{items}</ul>;
  }
  return (
    <div className={`max-w-2xl bg-paper-raised ${BOX}`}>
      <ol start={block.start} className="flex list-decimal flex-col gap-3 pl-6">
        {items}
      </ol>
    </div>
  );
}
