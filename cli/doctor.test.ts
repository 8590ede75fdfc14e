import { expect, it } from 'vitest';
import { inTime } from './doctor.ts';

it('a look that hangs, fails, or finds nothing wrong is each a line of the doctor, in time', async () => {
  expect(await inTime(() => new Promise(() => {}), 10)).toBe('No answer within 0.01 seconds.');
  expect(await inTime(() => Promise.reject(new Error('refused')))).toContain('refused');
  expect(await inTime(async () => {})).toBeNull();
  expect(await inTime(async () => ({ notSet: 'not set: SMTP_URL' }))).toMatchObject({
    notSet: 'not set: SMTP_URL',
  });
});
