import { HOME_SIGN_UP_FAILED, SUBSCRIBE_FAILED } from './messages.ts';
import { formAnswer, type FormAdapter } from '#app/http/form-adapter.server.ts';

/** Takes a form that subscribes; a refusal of the home page's form has one sentence. */
export async function takeSignUp(typed: Record<string, string>, call: FormAdapter) {
  const { email = '', query, status } = typed;
  const more = { ...(query && { query }), ...(status && { status }) };
  const answered = await call('post /api/subscribers', { email, ...more });
  return formAnswer(answered, typed, (text, answer) => {
    if (answer === 409) return text;
    if (status) return HOME_SIGN_UP_FAILED;
    return answer < 500 ? text : SUBSCRIBE_FAILED;
  });
}
