import { useEffect, useEffectEvent, useRef, type FormEvent } from 'react';
import { isRouteErrorResponse, useFetcher } from 'react-router';
import { useRestoredFocus } from './use-restored-focus.ts';

const ANSWER_MS = 30_000;
/** Statuses of an answer that refuses what was typed. */
const WRONG = [400, 409, 422];

/** What a form is told where nothing came that can be read: it says its own sentence, and keeps what was typed. */
export interface NoAnswer {
  ok: false;
  sentence: '';
  /** Of an answer that says nothing. */
  status?: number | undefined;
  intent?: string | undefined;
  typed: Record<string, string>;
}

/** The `clientAction` of a page with forms: a failure of the network stays beside the form, within half a minute. */
export async function orNoAnswer({
  request,
  serverAction,
}: {
  request: Request;
  serverAction: () => Promise<unknown>;
}): Promise<NoAnswer> {
  const sent = request.clone();
  let timer;
  const late = new Promise<never>((_, reject) => (timer = setTimeout(reject, ANSWER_MS)));
  try {
    // What the page's own action answers, the page knows.
    return (await Promise.race([serverAction(), late])) as NoAnswer;
  } catch (thrown) {
    // The router follows a redirect by itself.
    if (thrown instanceof Response) throw thrown;
    const typed = Object.fromEntries(await sent.formData()) as Record<string, string>;
    const status = isRouteErrorResponse(thrown) ? thrown.status : undefined;
    return { ok: false, sentence: '', status, intent: typed.intent, typed };
  } finally {
    clearTimeout(timer);
  }
}

/** As much of what an action answers as every form shows. */
interface Sent {
  ok: boolean;
  sentence: string;
  status?: number | undefined;
  /** Which of its fields is wrong. */
  field?: string | undefined;
  typed?: Record<string, string>;
  /** Where the page is left for: the form stays as it is. */
  url?: string | undefined;
}

/**
 * A form that its page's action takes, in place where scripts run. Give `Form` the ref `form`, and its
 * button the ref `button`. What was typed goes only once it was taken.
 */
export function useSentForm<Outcome extends Sent>({
  sent,
  failed,
  unreachable = failed,
  onDone,
}: {
  /** What came of it where it was sent without a script. */
  sent?: Outcome | undefined;
  /** Said where the answer said nothing. */
  failed: string;
  /** Said where no answer came; `failed` unless given. */
  unreachable?: string;
  onDone?: ((outcome: Outcome) => void) | undefined;
}) {
  const fetcher = useFetcher<Outcome>();
  const isBusy = fetcher.state !== 'idle';
  const form = useRef<HTMLFormElement>(null);
  const button = useRestoredFocus(isBusy);
  // What the types of the router make of it is the same data.
  const brought = fetcher.data as Outcome | undefined;
  const done = useEffectEvent((outcome: Outcome) => {
    if (!outcome.url) form.current?.reset();
    onDone?.(outcome);
  });
  useEffect(() => {
    if (brought?.ok) done(brought);
  }, [brought]);
  const answered = brought ?? sent;
  const outcome = isBusy || !answered ? undefined : answered;
  const unsaid = outcome?.status === undefined ? unreachable : failed;
  const sentence = outcome && (outcome.sentence || unsaid);
  const isWrong = outcome?.ok === false && WRONG.includes(outcome.status ?? 0);
  return {
    Form: fetcher.Form,
    /** Sends a plain form to the address of the page, for a page whose address it must not name. */
    sendInPlace(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      void fetcher.submit(event.currentTarget, { defaultShouldRevalidate: false });
    },
    /** What is under way. */
    sending: fetcher.formData,
    form,
    button,
    isBusy,
    outcome: outcome && { ...outcome, sentence: sentence ?? '' },
    /** For the fields of a form of which one may be wrong. */
    refused: { typed: sent?.typed, field: outcome?.field, error: sentence },
    /** What is wrong with what was typed, for the field of a form that has one. */
    wrong: isWrong ? sentence : undefined,
    /** Why it could not be taken, whatever was typed. */
    broken: outcome?.ok === false && !isWrong ? sentence : undefined,
  };
}
