import { data, href, Link } from 'react-router';
import { siteUrl } from '#app/config.ts';
import { EMBEDS_HEADER } from '#app/http/content-security-policy.ts';
import { pageMeta } from '#app/feeds/page-meta.ts';
import { unlistedMeta } from '#app/http/private-page.ts';
import { site } from '#app/site.ts';
import { findPost } from './find-posts.server.ts';
import * as messages from './messages.ts';
import { PostDate } from './post-date.tsx';
import { postData } from './post-data.server.ts';
import type { Post } from './read-post.server.ts';
import { hasSocialPost } from '#app/prose/blocks.ts';
import { Prose } from '#app/prose/prose.tsx';
import type { Route } from './+types/post.page.ts';

/** Every picture for social tags is drawn to this size. */
const SHARE_WIDTH_PX = 1200;
const SHARE_HEIGHT_PX = 630;

export async function loader({ params }: Route.LoaderArgs) {
  const post = await findPost(params.slug);
  const baseUrl = siteUrl();
  if (!post) return data({ post: null, baseUrl, linkedData: null }, { status: 404 });
  const embeds = hasSocialPost(post.blocks);
  return data(
    { post, baseUrl, linkedData: postData(post, baseUrl) },
    { headers: embeds ? { [EMBEDS_HEADER]: 'social-posts' } : {} },
  );
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  const { post, baseUrl, linkedData } = loaderData ?? {};
  if (!post) return unlistedMeta(messages.POST_NOT_FOUND);
  const { title, description, slug, share, published } = post;
  return [
    ...pageMeta({
      title: `${title} · ${site.name}`,
      description,
      address: `${baseUrl}${href('/blog/:slug', { slug })}`,
      type: 'article',
      picture: share
        ? {
            address: `${baseUrl}${share.address}`,
            text: share.text,
            widthPx: SHARE_WIDTH_PX,
            heightPx: SHARE_HEIGHT_PX,
            type: 'image/png',
          }
        : undefined,
      linkedData: linkedData ?? undefined,
    }),
    { property: 'article:published_time', content: published },
  ];
}

export default function PostPage({ loaderData: { post } }: Route.ComponentProps) {
  return post ? <WholePost key={post.slug} post={post} /> : <PostNotFound />;
}

function WholePost({ post }: { post: Post }) {
  return (
    <article>
      <header className="squared border-b border-line">
        <div className="page-column pt-6 pb-9">
          <div className="mx-auto max-w-2xl">
            <BackToBlog />
            <h1 className="mt-6 text-3xl sm:text-4xl">{post.title}</h1>
            <div className="mt-4">
              <PostDate day={post.published} />
            </div>
          </div>
        </div>
      </header>
      <div className="page-column pt-8 pb-20">
        <div className="mx-auto flex max-w-2xl flex-col gap-5 [&>:is(p,ul,blockquote,hr)]:max-w-prose">
          <Prose blocks={post.blocks} />
          <p className="mt-8 border-t border-line pt-6">
            <BackToBlog />
          </p>
        </div>
      </div>
    </article>
  );
}

function PostNotFound() {
  return (
    <div className="flex-1 squared">
      <div className="page-column pt-16 pb-28">
        <p className="font-mono text-sm text-danger">404</p>
        <h1 className="mt-3 text-3xl sm:text-4xl">{messages.POST_NOT_FOUND}</h1>
        <p className="mt-4 max-w-prose text-ink-soft">
          The address may be mistyped, or the post may have been taken down.
        </p>
        <p className="mt-8">
          <BackToBlog />
        </p>
      </div>
    </div>
  );
}

function BackToBlog() {
  return (
    <Link to={href('/blog')} className="link inline-block py-1 font-mono text-sm">
      <span aria-hidden="true">← </span>
      {messages.BACK_TO_BLOG}
    </Link>
  );
}
