import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import type { SocialAddress } from './blocks.ts';
import { askAgainOnOwnDocument, isOwnDocument, takeAsked } from './own-document.ts';
import { embedSocialPost } from './embed-social-post.ts';

/**
 * A post on a social network. Nothing is asked of the network before somebody wants to see it;
 * until then, without scripts and after a failure there is the link to it.
 */
export function SocialPost({ post }: { post: SocialAddress }) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'offered' | 'asked' | 'shown'>('offered');
  const show = async () => {
    if (!place.current) return;
    setState('asked');
    const isShown = await embedSocialPost(post.id, place.current);
    setState(isShown ? 'shown' : 'offered');
  };
  const showIfAsked = useEffectEvent(() => {
    if (takeAsked(post.id)) void show();
  });
  useEffect(() => showIfAsked(), []);
  const ask = () => {
    if (isOwnDocument()) void show();
    else askAgainOnOwnDocument(post.id);
  };
  return (
    <div className="max-w-[550px]">
      <div ref={place} className="overflow-hidden" />
      {state !== 'shown' && (
        <blockquote
          cite={post.address}
          className="rounded-lg border border-line-strong bg-paper-raised px-4 py-4 sm:px-5"
        >
          <p className="label text-ink-faint">A post on {post.host}</p>
          <p className="mt-2 break-words">
            <a href={post.address} rel="noopener" className="link">
              {post.address.replace(/^https:\/\//, '')}
              <span aria-hidden="true">{'\u00a0↗'}</span>
            </a>
          </p>
          <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 noscript:hidden">
            <Button size="small" busy={state === 'asked'} onClick={ask}>
              Show the post here
            </Button>
            <p className="text-xs text-ink-faint">
              Nothing is loaded from {post.host} until you ask for it.
            </p>
          </div>
        </blockquote>
      )}
    </div>
  );
}
