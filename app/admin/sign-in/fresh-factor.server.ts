import type { ActionFunctionArgs } from 'react-router';
import { administratorOf, asPage } from '#app/admin-ui/page-answer.server.ts';
import { fieldOf, formFieldsOf } from '#app/http/form-adapter.server.ts';
import { FRESH_CODE_FIELD, type CodeAsked } from '#app/admin-ui/code-asked.tsx';
import { FRESH_CODE_SECONDS } from './limits.ts';
import { isWithin, withCode } from './second-factor.server.ts';
import { answer, refuse, type Administrator, type Answer } from '#app/http/call.ts';
import { UNKNOWN_ACTION } from '#app/platform/messages.ts';

/** A form of an administrators' page, as it came in. */
export interface Command {
  request: Request;
  by: Administrator;
  form: FormData;
  field: (name: string) => string;
}

type Outcome = Answer | Response | ReturnType<typeof asPage>;

/**
 * Does what the pressed button of an administrators' page says: `acts` has what, by its `intent`. An
 * answer comes back to the page as `show` has it. For one of `weighty`, what moves money, publishes or
 * takes away, whoever has a second factor has to give a code of it in this session, within ten minutes.
 * Else the form comes back to the page as it was filled in, and `AdminFrame` asks for the code: a form
 * that carries files cannot be among them.
 */
export async function deskAction(
  { request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>,
  weighty: readonly string[],
  acts: (command: Command) => Record<string, () => Promise<Outcome>>,
  show: (answered: Answer, form: FormData) => Exclude<Outcome, Answer> = (answered) =>
    asPage(answered),
) {
  const by = administratorOf(context);
  const form = await request.formData();
  const field = (name: string) => fieldOf(form, name);
  const [intent, code] = [field('intent'), field(FRESH_CODE_FIELD)];
  form.delete(FRESH_CODE_FIELD);
  const owesCode = by.hasSecondFactor && !isWithin(FRESH_CODE_SECONDS, by.factorGivenAt);
  if (owesCode && weighty.includes(intent)) {
    if (!code) return askAgain(form, 403);
    const { status, body } = await withCode(request, by, code, async () => answer(200, {}));
    if (status !== 200) return askAgain(form, status, (body as { error: string }).error);
  }
  const named = Object.entries(acts({ request, by, form, field }));
  const [, act] = named.find(([name]) => name === intent) ?? [];
  if (!act) return show(refuse(400, UNKNOWN_ACTION), form);
  const done = await act();
  return done instanceof Response || !('body' in done) ? done : show(done, form);
}

/** What was done; where it was refused, with what was typed into which form. */
export function asTyped(done: Answer, form: FormData) {
  const typed = formFieldsOf(form);
  return asPage(done, done.status === 200 ? {} : { form: typed.form ?? '', typed });
}

function askAgain(form: FormData, status: number, error?: string) {
  const fields = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const codeAsked: CodeAsked = { fields, ...(error ? { error } : {}) };
  return asPage({ status, body: {} }, { codeAsked });
}
