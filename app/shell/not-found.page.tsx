import { data } from 'react-router';
import { NotFound } from './problem.tsx';
import { site } from '#app/site.ts';

/** Answers every address that no other route knows: a page, with status 404. */
export function loader() {
  return data(null, { status: 404 });
}

export function meta() {
  return [{ title: `Page not found · ${site.name}` }, { name: 'robots', content: 'noindex' }];
}

export default function NotFoundPage() {
  return <NotFound />;
}
