import { data } from 'react-router';
import { NotFound } from './problem.tsx';
import { unlistedMeta } from '#app/http/private-page.ts';

/** Answers every address that no other route knows: a page, with status 404. */
export function loader() {
  return data(null, { status: 404 });
}

export const meta = () => unlistedMeta('Page not found');

export default function NotFoundPage() {
  return <NotFound />;
}
