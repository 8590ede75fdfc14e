import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { RetryNotice } from '#app/ui/retry-notice.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { SystemLine } from '#app/ui/system-line.tsx';
import { Tag } from '#app/ui/tag.tsx';
import { ToastProvider, ToastSheet, useToast, type ToastTone } from '#app/ui/toast.tsx';
import { Specimens } from './part.tsx';

/** Each tone of a notice, one with a button, and the one that tries again. */
export function Notices() {
  return (
    <div className="flex flex-col gap-3">
      <Notice>Plain: nothing has been paid yet.</Notice>
      <Notice tone="good">Good: the goal is reached.</Notice>
      <Notice tone="warn">Warning: ten days are left.</Notice>
      <Notice tone="error">Error: the amount is too small.</Notice>
      <Notice action={<Button size="small">Show it</Button>}>With a button beside it.</Notice>
      <RetryNotice retry={() => {}}>The products could not be loaded.</RetryNotice>
    </div>
  );
}

const toasts: { tone: ToastTone; text: string }[] = [
  { tone: 'good', text: 'Added to your funding list.' },
  { tone: 'plain', text: 'Your list was emptied elsewhere.' },
  { tone: 'error', text: 'The link could not be copied.' },
];

/** Each tone of a toast as it looks, and a button that shows it as it comes and goes. */
export function Toasts() {
  return (
    // A provider of its own: its toasts come in the scheme of what is around it.
    <ToastProvider>
      <ul className="flex flex-col gap-4">
        {toasts.map(({ tone, text }) => (
          <li key={tone} className="flex flex-wrap items-center justify-between gap-3">
            <ToastSheet tone={tone}>{text}</ToastSheet>
            <ShowToast tone={tone} text={text} />
          </li>
        ))}
      </ul>
    </ToastProvider>
  );
}

function ShowToast({ tone, text }: { tone: ToastTone; text: string }) {
  const { show } = useToast();
  return (
    <Button size="small" onClick={() => show(text, { tone })}>
      Show {tone}
    </Button>
  );
}

/** What the instrument says, and the spinner alone in the colours it takes on. */
export function Lines() {
  return (
    <>
      <SystemLine>[SYSTEM]: 12 products match.</SystemLine>
      <SystemLine busy>[SYSTEM]: Loading products...</SystemLine>
      <Specimens name="spinner">
        <div className="flex items-center gap-6">
          <Spinner className="text-ink" />
          <Spinner className="text-accent-ink" />
          <Spinner className="text-ink-faint" />
        </div>
      </Specimens>
    </>
  );
}

/** Each tone of a tag. */
export function Tags() {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Tag>Untested</Tag>
      <Tag tone="accent">Fully funded</Tag>
      <Tag tone="warn">Last days</Tag>
      <Tag tone="danger">Given up</Tag>
    </div>
  );
}
