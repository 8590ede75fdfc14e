import { counted } from '#app/kit/text.ts';

/** How many products a list has, and all there are as a table. */
export function ListNote({ total, table }: { total: number; table: string }) {
  return (
    <>
      <span role="status">{counted(total, 'product')}</span>
      {' · '}
      <a href={table} download className="link">
        CSV file
      </a>
    </>
  );
}
