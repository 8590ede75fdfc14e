import { site } from '#app/site.ts';

/** Where a tab keeps what is being written on /add-product. */
export const DRAFT_KEY = `${site.slug}-submission`;
