/** Sentences of the blog (spec §2 "Blog", §8). */

export const BLOG = 'Blog';
export const BACK_TO_BLOG = 'Back to Blog';
export const POST_NOT_FOUND = 'Post Not Found';
/** Before the day, in the reader's own date format. */
export const PUBLISHED = 'Published:';

/** On the browser's console; nothing is said on the page (spec §8 "Social embed"). */
export const WIDGETS_NOT_FOUND = 'Twitter widgets not found';
export const SOCIAL_POST_FAILED = 'The social post could not be loaded:';
