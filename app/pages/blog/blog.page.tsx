import { data, href, Link } from 'react-router';
import { siteUrl } from '#app/config.ts';
import { EMBEDS_HEADER } from '#app/http/content-security-policy.ts';
import { metaOf } from '#app/feeds/page-meta.ts';
import { site } from '#app/site.ts';
import { listPosts } from './find-posts.server.ts';
import * as messages from './messages.ts';
import { PostDate } from './post-date.tsx';
import { hasSocialPost } from '#app/prose/blocks.ts';
import { Prose } from '#app/prose/prose.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { PlainLink } from '#app/ui/text-link.tsx';
import type { Route } from './+types/blog.page.ts';

export async function loader() {
  const posts = await listPosts();
  const embeds = posts.some(({ blocks }) => hasSocialPost(blocks));
  return data(
    { posts, baseUrl: siteUrl() },
    { headers: embeds ? { [EMBEDS_HEADER]: 'social-posts' } : {} },
  );
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export const meta = metaOf(href('/blog'), {
  title: messages.BLOG,
  description: `Why everyday products are tested for plastic chemicals, what the limits mean, and news of ${site.name}.`,
});

export default function BlogPage({ loaderData: { posts } }: Route.ComponentProps) {
  return (
    <>
      <PageHead label="Notebook" title={messages.BLOG}>
        Why we test, and how to read the results. New posts and new results are also in the{' '}
        <PlainLink href="/feed.xml">feed</PlainLink>.
      </PageHead>
      <div className="page-column flex flex-col divide-y divide-line pb-20">
        {posts.map((post) => (
          <article
            key={post.slug}
            aria-labelledby={post.slug}
            className="mx-auto w-full max-w-2xl py-10"
          >
            <PostDate day={post.published} />
            <h2 id={post.slug} className="mt-2 text-2xl sm:text-3xl">
              <Link
                to={href('/blog/:slug', { slug: post.slug })}
                className="underline decoration-line decoration-1 underline-offset-6 hover:decoration-accent hover:decoration-2"
              >
                {post.title}
              </Link>
            </h2>
            <div className="mt-6 flex flex-col gap-5 [&>:is(p,ul,blockquote,hr)]:max-w-prose">
              <Prose blocks={post.blocks} below={2} />
            </div>
          </article>
        ))}
      </div>
    </>
  );
}
