import { RouterContextProvider, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import { expect, it, vi } from 'vitest';
import { handleError } from './entry.server.tsx';
import { describeError } from '#app/platform/describe-error.ts';
import { log } from '#app/platform/log.server.ts';

const args = (path: string) =>
  ({
    request: new Request(`https://x.example${path}`),
    params: {},
    context: new RouterContextProvider(),
  }) as never;

it('a page’s error is logged without what a person typed, in its query, its address or its message', () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => {});
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const cause = new Error('invalid input syntax for type uuid: "someone@example.org"');
  const error = new Error('Failed query: select 1\nparams: someone@example.org', { cause });
  handleError(error, args('/product/someone@example.org?search=someone%40example.org'));
  const [[fields]] = logged.mock.calls as unknown as [[{ err: unknown; page: string }]];
  const line = JSON.stringify({ ...fields, err: describeError(fields.err) });
  expect(line).toContain('/product/:id');
  expect(line).toContain('select 1');
  expect(line).toContain('invalid input syntax');
  expect(line).not.toMatch(/someone|example\.org/);
  handleError(new ErrorResponse(404, 'Not Found', 'no route'), args('/someone@example.org'));
  expect(logged).toHaveBeenCalledTimes(1);
  expect(printed).not.toHaveBeenCalled();
});
