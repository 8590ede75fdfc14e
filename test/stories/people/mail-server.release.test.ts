import { describe, expect, it, onTestFinished } from 'vitest';
import { configure } from '#app/config.ts';
import { sendDueMails } from '#app/emails/send-mails.server.ts';
import { advanceClock } from '#app/platform/clock.server.ts';
import { stopQueue } from '#app/database/queue.server.ts';
import { startSiteProcess } from '#test/support/processes.ts';
import { startMailServer } from '#test/support/mail-server.ts';
import { environmentNow, eventually, processEnvironment, useStory } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';

const story = useStory();

describe('a process that is killed with a mail in hand', () => {
  it('between commit and send, while it sends, or before it noted that it had: never zero times', async () => {
    await stopQueue(); // else this process has sent it before the other is killed
    // The killed process talks to this server; who comes after it sends through it too.
    type Moment = 'connected' | 'taken' | undefined;
    let until: Moment;
    let reached: () => void = () => {};
    const hold = (moment: Moment, go: () => void) => (until === moment ? reached() : go());
    const server = await startMailServer({
      onMailFrom(_address, _session, callback) {
        hold('connected', () => callback());
      },
      onData(stream, session, callback) {
        stream.resume().on('end', () => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          server.delivered.push({ to, source: '' });
          hold('taken', () => callback());
        });
      },
    });
    onTestFinished(() => server.close());
    const expectations: [moment: Moment, isSending: boolean, times: number][] = [
      [undefined, false, 1],
      ['connected', true, 1],
      ['taken', true, 2],
    ];
    for (const [moment, isSending, times] of expectations) {
      until = moment;
      const atMoment = new Promise<void>((resolve) => (reached = resolve));
      const { url, kill } = await startSiteProcess(
        processEnvironment(story, { SMTP_URL: server.url, JOBS: isSending ? '1' : '0' }),
      );
      const person = new Visitor({ url, sandbox: story.sandbox });
      const made = await person.post('/api/subscribers', { email: person.email });
      expect(made.status).toBe(201);
      if (isSending) await atMoment;
      await kill();
      until = undefined;
      configure({ ...environmentNow(), SMTP_URL: server.url });
      advanceClock(61_000);
      await eventually(
        async () => {
          await sendDueMails();
          return server.delivered.filter(({ to }) => to.includes(person.email)).length;
        },
        (length) => length >= times,
      );
      await sendDueMails();
      const got = server.delivered.filter(({ to }) => to.includes(person.email));
      expect([moment, got.length]).toEqual([moment, times]);
    }
  });
});
