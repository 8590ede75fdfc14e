import { leaveFor } from './leave-for.ts';
import { useLeaving } from './use-leaving.ts';
import { STRIPE_FAILED } from '#app/funding/messages.ts';
import { orNoAnswer, useSentForm, type NoAnswer } from '#app/ui/use-sent-form.ts';

/** The hosted page that an action leads to: the form leaves for it. */
interface Leading {
  ok: true;
  sentence: '';
  url: string;
  intent?: undefined;
  status?: undefined;
  typed: Record<string, string>;
}

/** The `clientAction` of a page whose form opens a checkout: the form itself goes there, and waits until it has. */
export async function leadOrNoAnswer(
  sending: Parameters<typeof orNoAnswer>[0],
): Promise<NoAnswer | Leading> {
  try {
    return await orNoAnswer(sending);
  } catch (thrown) {
    const url = thrown instanceof Response ? thrown.headers.get('Location') : null;
    if (!url || !/^https?:/.test(url)) throw thrown;
    return { ok: true, sentence: '', url, typed: {} };
  }
}

/** A form that opens a checkout: busy from the press until the page is left, or until there is something to say. */
export function useCheckoutForm<
  Outcome extends { ok: boolean; sentence: string; status?: number | undefined; url?: string },
>({
  onLeaving,
  ...form
}: {
  sent?: Outcome | undefined;
  failed: string;
  unreachable?: string;
  onLeaving?: () => void;
}) {
  const { start, isBusy: isLeaving, sentences } = useLeaving();
  const { isBusy, outcome, wrong, broken, ...sending } = useSentForm<Outcome>({
    ...form,
    onDone: ({ url }) =>
      // A page that opened no checkout says nothing of one.
      url !== undefined &&
      start(async () => leaveFor({ ok: true, body: { url } }, STRIPE_FAILED, onLeaving)),
  });
  return {
    ...sending,
    outcome,
    isBusy: isBusy || isLeaving,
    wrong,
    sentences: [wrong ?? broken ?? [], sentences].flat(),
  };
}
