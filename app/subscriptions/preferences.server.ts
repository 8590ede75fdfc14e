import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Preferences, TopicLine } from './preferences-schema.ts';
import * as messages from './preferences-messages.ts';
import { holdTopic, nameTopics } from './topic-kinds.server.ts';
import { EVERYTHING, masked, NEWS, topicParts, topicOfCode, type Topic } from './topics.ts';
import { db } from '#app/database/db.server.ts';
import type { Mailbox } from '#app/mail/mailbox.server.ts';
import { contributions, emailSubscriptions, mailboxes } from '#db/schema.ts';

/** What the owner of a mailbox gets, with the topic that a link names; undefined where it was erased meanwhile. */
export async function preferencesOf(
  { token }: Mailbox,
  named?: Topic,
): Promise<Preferences | undefined> {
  const [mailbox] = await db().select().from(mailboxes).where(eq(mailboxes.token, token));
  if (!mailbox) return undefined;
  const states = await statesOf(mailbox.emailNormalised);
  const offered = named && ((await holdTopic(db(), named))?.topic ?? named);
  const lines = (await nameTopics([...new Set([...states.keys(), ...(offered ? [offered] : [])])]))
    .map(({ called, sentence, ...line }): TopicLine => {
      const state = states.get(line.topic) ?? 'off';
      const about = line.topic === NEWS ? 'the newsletter' : `emails about ${called}`;
      const said = state === 'unconfirmed' ? messages.UNCONFIRMED : sentence;
      return { ...line, about, state, sentence: said };
    })
    .toSorted((a, b) => Number(b.topic === offered) - Number(a.topic === offered));
  const everything = mailbox.stoppedAt === null;
  return {
    email: masked(mailbox.emailNormalised),
    topics: [...lines, allOf(everything)],
    ...asLists(lines.filter(({ topic }) => states.has(topic))),
    everything,
    bounced: mailbox.bouncedAt !== null && mailbox.returned !== 'complaint',
  };
}

/** What stands under an address, and what it gave to: money is a reason to write until its owner says no. */
async function statesOf(emailNormalised: string): Promise<Map<Topic, TopicLine['state']>> {
  const given = await db()
    .selectDistinct({ productId: contributions.productId })
    .from(contributions)
    .where(
      and(
        eq(contributions.emailNormalised, emailNormalised),
        eq(contributions.status, 'paid'),
        isNotNull(contributions.productId),
      ),
    );
  const rows = await db()
    .select()
    .from(emailSubscriptions)
    .where(eq(emailSubscriptions.emailNormalised, emailNormalised))
    .orderBy(desc(emailSubscriptions.isOn));
  const states = new Map<Topic, TopicLine['state']>([[NEWS, 'off']]);
  for (const { productId } of given) states.set(topicOfCode(Number(productId)), 'on');
  // What its owner turned off stays off, whoever follows it.
  for (const { topic, isOn, confirmedAt } of rows) {
    states.set(topic, !isOn ? 'off' : confirmedAt ? 'on' : 'unconfirmed');
  }
  return states;
}

function allOf(isOn: boolean): TopicLine {
  const line = { topic: EVERYTHING, name: 'Everything', path: null };
  return isOn
    ? { ...line, about: 'everything', sentence: messages.ALL_ON, state: 'on' }
    : { ...line, about: 'emails again', sentence: messages.ALL_OFF, state: 'off' };
}

/** The same by kinds. */
function asLists(lines: TopicLine[]) {
  const of = (kinds: string[], state: string) =>
    lines.filter((line) => line.state === state && kinds.includes(topicParts(line.topic)[0]));
  const coded = (state: string) =>
    of(['product', 'report'], state).map(({ topic, name }) => ({
      product_id: Number(topicParts(topic)[1]),
      name,
    }));
  const news = lines.find(({ topic }) => topic === NEWS)?.state ?? 'off';
  return {
    newsletter: news === 'off' ? ('none' as const) : news,
    follows: coded('on'),
    kinds: of(['kind'], 'on').map(({ topic, name }) => ({ key: topicParts(topic)[1], name })),
    stopped: coded('off'),
  };
}
