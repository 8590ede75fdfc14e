/** Sentences of the blog. */

export const BLOG = 'Blog';
export const BACK_TO_BLOG = 'Back to Blog';
export const POST_NOT_FOUND = 'Post Not Found';
/** Before the day, in the reader's own date format. */
export const PUBLISHED = 'Published:';
