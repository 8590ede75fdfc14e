import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { config } from '#app/config.ts';
import { type Post, readPost } from './read-post.server.ts';

let stored: { folders: string; posts: Promise<Post[]> } | undefined;

/**
 * Every post, newest first. Read once; while developing, anew each time. Throws where a file is not
 * a post, a slug is taken twice, or a folder cannot be read.
 */
export async function listPosts(): Promise<Post[]> {
  const { BLOG_FOLDERS, NODE_ENV } = config();
  const folders = BLOG_FOLDERS.join();
  if (stored?.folders !== folders || NODE_ENV === 'development') {
    stored = { folders, posts: readPosts(BLOG_FOLDERS) };
  }
  const { posts } = stored;
  posts.catch(() => {
    if (stored?.posts === posts) stored = undefined;
  });
  return posts;
}

/** The post of a slug, or undefined. */
export async function findPost(slug: string): Promise<Post | undefined> {
  return (await listPosts()).find((post) => post.slug === slug);
}

async function readPosts(folders: string[]): Promise<Post[]> {
  const posts = (await Promise.all(folders.map(readFolder))).flat();
  const twice = posts.find(({ slug }, at) =>
    posts.some((other, i) => i < at && other.slug === slug),
  );
  if (twice) throw new Error(`two posts have the slug ${twice.slug}`);
  return posts.sort(
    (a, b) => b.published.localeCompare(a.published) || a.slug.localeCompare(b.slug),
  );
}

async function readFolder(folder: string): Promise<Post[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md'));
  const read = async (file: string) =>
    readFile(path.join(folder, file), 'utf8').catch((cause: NodeJS.ErrnoException) => {
      throw new Error(`${file}: it cannot be read (${cause.code})`, { cause });
    });
  return Promise.all(files.map(async (file) => readPost(file, await read(file))));
}
