import type { TrailFilter } from './trail-filter.ts';

/** An address with what was typed in it, but for what is empty. */
export function withFilter(
  path: string,
  typed: Partial<Record<keyof TrailFilter | 'before', string>>,
): string {
  const query = new URLSearchParams(Object.entries(typed).filter(([, text]) => text !== ''));
  return query.size > 0 ? `${path}?${query}` : path;
}
