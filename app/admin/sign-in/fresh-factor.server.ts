import type { ActionFunctionArgs } from 'react-router';
import { administratorOf, asPage } from '#app/admin-ui/page-answer.server.ts';
import { fieldOf } from '#app/http/form-adapter.server.ts';
import { FRESH_CODE_FIELD, type CodeAsked } from '#app/admin-ui/code-asked.tsx';
import { giveFreshCode, owesFreshCode } from './second-factor.server.ts';
import { refuse, type Administrator, type Answer } from '#app/http/call.ts';
import { UNKNOWN_ACTION } from '#app/platform/messages.ts';

/** A form of an administrators' page, as it came in. */
export interface Command {
  request: Request;
  by: Administrator;
  form: FormData;
}

type Outcome = Answer | Response | ReturnType<typeof asPage>;

/**
 * Does what the pressed button of an administrators' page says: `acts` has what, by its `intent`; those
 * of `weighty` as `withFreshCode` says. An answer comes back to the page as `show` has it.
 */
export async function deskAction(
  { request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>,
  weighty: readonly string[],
  acts: (
    command: Command & { field: (name: string) => string },
  ) => Record<string, () => Promise<Outcome>>,
  show: (answered: Answer, form: FormData) => Exclude<Outcome, Answer> = (answered) =>
    asPage(answered),
) {
  const by = administratorOf(context);
  const command = { request, by, form: await request.formData() };
  const field = (name: string) => fieldOf(command.form, name);
  return withFreshCode(command, weighty, async () => {
    const named = Object.entries(acts({ ...command, field }));
    const [, act] = named.find(([intent]) => intent === field('intent')) ?? [];
    if (!act) return asPage(refuse(400, UNKNOWN_ACTION));
    const done = await act();
    return done instanceof Response || !('body' in done) ? done : show(done, command.form);
  });
}

/**
 * Does what a form asks for, once a fresh code of the second factor was given where its `intent` is one
 * of `weighty` and its administrator has one. Else the form comes back to the page as it was filled in,
 * and `AdminFrame` asks for the code: a form that carries files cannot be among them.
 */
export async function withFreshCode<T>(
  { request, by, form }: Command,
  weighty: readonly string[],
  work: () => Promise<T>,
) {
  const code = fieldOf(form, FRESH_CODE_FIELD);
  form.delete(FRESH_CODE_FIELD);
  if (!weighty.includes(fieldOf(form, 'intent')) || !owesFreshCode(by)) return work();
  if (!code) return askAgain(form, 403);
  const given: Answer = await giveFreshCode(request, by, code);
  if (given.status === 200) return work();
  return askAgain(form, given.status, (given.body as { error: string }).error);
}

function askAgain(form: FormData, status: number, error?: string) {
  const fields = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const codeAsked: CodeAsked = { fields, ...(error ? { error } : {}) };
  return asPage({ status, body: {} }, { codeAsked });
}
