import type { Context } from 'hono';
import { href } from 'react-router';
import { siteUrl } from './config.ts';
import { listPosts } from '#app/pages/blog/find-posts.server.ts';
import type { Post } from '#app/pages/blog/read-post.server.ts';
import { atomFeed, type FeedEntry } from '#app/feeds/atom.ts';
import { finished, respond } from '#app/cache/answers.server.ts';
import { cached } from '#app/cache/cache.server.ts';
import { latestRevisions, type PublishedRevision } from '#app/results/report/corrections.server.ts';
import { counted } from '#app/kit/text.ts';
import { lastCheckpoint, type Signed } from '#app/log/store.server.ts';
import { panelOf, testName } from '#app/toxicology/panels/panels.ts';
import { site } from './site.ts';

export const FEED_PATH = '/feed.xml';

/** Each has a share of its own, so that a day of many results does not push the posts out. */
const POSTS_MAX = 20;
const RESULTS_MAX = 40;
const SHARED_SECONDS = 60;

/** Answers with the Atom feed of posts and published results, newest first. */
export async function answerFeed(c: Context): Promise<Response> {
  const made = await cached(FEED_PATH, SHARED_SECONDS, async () =>
    finished(200, await writeFeed(siteUrl()), {
      'Content-Type': 'application/atom+xml; charset=utf-8',
    }),
  );
  return respond(c, made);
}

/** The feed of a site at `baseUrl`, which has no trailing slash. */
export async function writeFeed(baseUrl: string): Promise<string> {
  const [posts, revisions, checkpoint] = await Promise.all([
    listPosts(),
    latestRevisions(RESULTS_MAX),
    lastCheckpoint(),
  ]);
  const entries = [
    ...posts.slice(0, POSTS_MAX).map((post) => postEntry(post, baseUrl)),
    ...revisions.map((revision) => revisionEntry(revision, baseUrl)),
    ...(checkpoint ? [checkpointEntry(checkpoint, baseUrl)] : []),
  ];
  return atomFeed({
    title: site.name,
    subtitle: site.description,
    address: `${baseUrl}${FEED_PATH}`,
    siteAddress: baseUrl,
    entries: entries.sort((a, b) => b.updated.localeCompare(a.updated)),
  });
}

/** Readers of feeds keep it, each on a machine of their own: it holds the log to what it said then. */
function checkpointEntry({ size, note, signedAt }: Signed, baseUrl: string): FeedEntry {
  return {
    address: `${baseUrl}${href('/log')}#${size}`,
    title: `Checkpoint of the log, ${counted(size, 'entry', 'entries')}`,
    summary: note,
    updated: signedAt.toISOString(),
  };
}

function postEntry({ slug, title, description, published }: Post, baseUrl: string): FeedEntry {
  return {
    address: `${baseUrl}${href('/blog/:slug', { slug })}`,
    title,
    summary: description,
    updated: `${published}T00:00:00.000Z`,
  };
}

/** Named by its own address: the report's leads to whatever is published last. */
function revisionEntry(revision: PublishedRevision, baseUrl: string): FeedEntry {
  const { originalId, panel, number, reason, publishedAt } = revision;
  const name = testName(revision);
  const where = { originalId: String(originalId), number: String(number) };
  return {
    address: `${baseUrl}${href('/plasticlist/:originalId/revisions/:number', where)}`,
    title: reason === null ? `Tested: ${name}` : `Corrected: ${name}`,
    summary:
      reason === null
        ? `Its results for ${panelOf(panel).inSentence} are published.`
        : `Its results are published anew, as revision ${number}. The reason given: ${reason}`,
    updated: publishedAt.toISOString(),
  };
}
