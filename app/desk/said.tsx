import { Notice } from '#app/ui/notice.tsx';

/** What a form has brought about: a refusal, or what was done. */
export function Said({ said }: { said: Record<string, unknown> | undefined }) {
  const { error, message } = said ?? {};
  return (
    <>
      {typeof error === 'string' && (
        <Notice tone="error" className="mt-6">
          {error}
        </Notice>
      )}
      <div role="status">
        {typeof message === 'string' && (
          <Notice tone="good" className="mt-6">
            {message}
          </Notice>
        )}
      </div>
    </>
  );
}
