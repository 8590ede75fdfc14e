/** While another page is on its way (spec §2 "Loading text"). */
export const LOADING_PAGE = '[SYSTEM]: Loading...';
