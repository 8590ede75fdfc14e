import { counted } from '#app/kit/text.ts';

/** How many products, or what else, a list has, and all there are as a table. */
export function ListNote({
  total,
  table,
  what = 'product',
}: {
  total: number;
  table: string;
  what?: string;
}) {
  return (
    <>
      <span role="status">{counted(total, what)}</span>
      {' · '}
      <a href={table} download className="link">
        CSV file
      </a>
    </>
  );
}
