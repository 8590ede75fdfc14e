import { useRevalidator } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';

/** A list that could not be loaded: its sentence in a box, and a way to try again. */
export function ListFailure({ message }: { message: string }) {
  const revalidator = useRevalidator();
  return (
    <Notice
      tone="error"
      className="mt-5"
      action={
        <form method="get">
          <Button
            type="submit"
            size="small"
            busy={revalidator.state === 'loading'}
            onClick={(event) => {
              event.preventDefault();
              void revalidator.revalidate();
            }}
          >
            Try again
          </Button>
        </form>
      }
    >
      {message}
    </Notice>
  );
}
