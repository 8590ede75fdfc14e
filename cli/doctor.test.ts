import { expect, it } from 'vitest';
import { lookInTime } from './doctor.ts';

it('a look that hangs, fails, or finds nothing wrong is each a line of the doctor, in time', async () => {
  expect(await lookInTime(() => new Promise(() => {}), 10)).toBe('No answer within 0.01 seconds.');
  expect(await lookInTime(() => Promise.reject(new Error('refused')))).toContain('refused');
  expect(await lookInTime(async () => {})).toBeNull();
  expect(await lookInTime(async () => ({ notSet: 'not set: SMTP_URL' }))).toMatchObject({
    notSet: 'not set: SMTP_URL',
  });
});
