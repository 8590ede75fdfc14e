import { z } from '@hono/zod-openapi';
import { isUuid, normaliseEmail } from '#app/kit/text.ts';
import { ALREADY_SUBSCRIBED, NOT_FOLLOWED, SUBSCRIBED, UNKNOWN_PRODUCT } from './messages.ts';
import { changeSchema, preferencesSchema, token, topicName } from './preferences-schema.ts';
import { preferencesOf } from './preferences.server.ts';
import {
  confirmSubscription,
  findFollow,
  follow,
  subscribe,
  takeReturned,
  turn,
  unfollow,
} from './store.server.ts';
import { isTopic } from './topic-kinds.server.ts';
import { topicOfCode, topicOfLink } from './topics.ts';
import { answer, defineCall, refuse, type Visitor } from '#app/http/call.ts';
import { emailInput } from '#app/http/email-input.ts';
import { isFromOwnPage } from '#app/http/own-origin.server.ts';
import { config } from '#app/config.ts';
import { isSameSecret } from '#app/platform/auth-secret.server.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import {
  CONFIRMATIONS,
  FOLLOWS,
  MAIL_PREFERENCES,
  RETURNED_MAIL,
  SUBSCRIPTIONS,
} from '#app/http/limits/limits.ts';
import { mailboxOfToken } from '#app/mail/mailbox.server.ts';
import { noteProven, ONE_CLICK_DAYS } from '#app/mail/tokens.server.ts';
import * as messages from './preferences-messages.ts';

/** What is followed: a product by its number, as the specification has it, a kind, or any topic. */
const followed = {
  kind: z.string().max(40).optional().openapi({
    description: 'In the place of product_id: a kind of products, such as infant-formula',
  }),
  topic: topicName.optional(),
};

const followSchema = z.object({
  id: z.string(),
  product_id: z.number().optional(),
  kind: z.string().optional(),
  topic: topicName.optional(),
});

function topicIn({ product_id, kind, topic }: Omit<z.infer<typeof followSchema>, 'id'>) {
  if (topic !== undefined) return topic;
  if (kind !== undefined) return `kind:${kind}` as const;
  return product_id === undefined ? undefined : topicOfCode(product_id);
}

/** What a mailed link shows: whose it is, and what it is about. */
const byToken = z.object({ token, from: z.string().max(60).optional() });

export default {
  findFollow: defineCall({
    summary:
      "Whether this browser follows a product, or a kind, under an address; never another browser's",
    access: 'anyone',
    query: z.object({
      product_id: z
        .string()
        .regex(/^\d{1,10}$/, UNKNOWN_PRODUCT)
        .transform(Number)
        .optional(),
      ...followed,
      email: emailInput,
    }),
    answers: { 200: z.object({ follow: followSchema.nullable() }) },
    async handle({ query: { email, ...asked }, visitor: { browserHash } }) {
      const topic = topicIn(asked);
      if (topic === undefined) return refuse(400, UNKNOWN_PRODUCT);
      const id = await findFollow({ topic, email, browserHash });
      return answer(200, { follow: id ? { id, ...asked } : null });
    },
  }),
  followProduct: defineCall({
    summary: 'Follow a product, or a kind, by email; a repeated follow answers as a new one',
    access: 'anyone',
    body: z.object({
      product_id: z.number(UNKNOWN_PRODUCT).optional(),
      ...followed,
      email: emailInput,
    }),
    answers: { 201: followSchema },
    async handle({ body: { email, ...asked }, visitor }) {
      const topic = topicIn(asked);
      if (topic === undefined) return refuse(400, UNKNOWN_PRODUCT);
      const refused = await admit(FOLLOWS, visitor, { email: normaliseEmail(email) });
      if (refused) return refused;
      const id = await follow({ topic, email, browserHash: visitor.browserHash });
      return id ? answer(201, { id, ...asked }) : refuse(404, UNKNOWN_PRODUCT);
    },
  }),
  unfollow: defineCall({
    summary: "End one of this browser's own follows",
    access: 'anyone',
    params: z.object({ id: z.uuid(NOT_FOLLOWED) }),
    answers: { 200: z.object({}) },
    async handle({ params, visitor }) {
      const isEnded = await unfollow(params.id.toLowerCase(), visitor.browserHash);
      return isEnded ? answer(200, {}) : refuse(404, NOT_FOLLOWED);
    },
  }),
  subscribe: defineCall({
    summary: 'Subscribe to the newsletter, or from the home page; a mailed link confirms it',
    access: 'anyone',
    body: z.object({
      email: emailInput,
      query: z.string().max(200).optional(),
      status: z.literal('new').optional(),
    }),
    answers: { 201: z.object({ message: z.string() }) },
    async handle({ body, visitor }) {
      const refused = await admit(SUBSCRIPTIONS, visitor, { email: normaliseEmail(body.email) });
      if (refused) return refused;
      const { email, query } = body;
      const isTaken = await subscribe({ email, query, browserHash: visitor.browserHash });
      return isTaken ? answer(201, { message: SUBSCRIBED }) : refuse(409, ALREADY_SUBSCRIBED);
    },
  }),
  confirmSubscription: defineCall({
    summary: 'Confirm a subscription, by the token of the mailed link',
    access: 'anyone',
    body: z.object({ token }),
    answers: { 200: z.object({ message: z.string() }) },
    async handle({ body, visitor }) {
      const refused = await admit(CONFIRMATIONS, visitor);
      if (refused) return refused;
      const mailbox = await mailboxOfToken(body.token);
      if (!mailbox) return refuse(403, messages.LINK_UNKNOWN);
      await noteProven(mailbox.emailNormalised, visitor.browserHash);
      const isConfirmed = await confirmSubscription(mailbox.emailNormalised);
      return isConfirmed
        ? answer(200, { message: messages.CONFIRMED })
        : refuse(403, messages.NOTHING_TO_CONFIRM);
    },
  }),
  confirmationLink: defineCall({
    summary: 'Where the link in the email about a subscription leads: the button there confirms it',
    access: 'anyone',
    query: z.object({ token: token.default('') }),
    answers: { 303: z.object({}) },
    async handle({ query }) {
      const search = new URLSearchParams({ token: query.token, from: 'digest' });
      return answer(303, {}, { Location: `/email/preferences?${search}` });
    },
  }),
  mailPreferences: defineCall({
    summary: 'What the owner of an address is sent, by the token of a mailed link',
    access: 'anyone',
    body: byToken,
    answers: { 200: preferencesSchema },
    handle: ({ body, visitor }) => preferencesBy(body, visitor),
  }),
  changeMailPreferences: defineCall({
    summary: 'Change what the owner of an address is sent, by the token of a mailed link',
    access: 'anyone',
    body: z.object({ token, change: changeSchema }),
    answers: { 200: preferencesSchema },
    handle: ({ body, visitor }) => preferencesBy(body, visitor),
  }),
  /**
   * One click of a mail program (RFC 8058). The body is a form and mail providers call from anywhere, so
   * it is taken raw: what gives the right is the token. A GET of the same address is the page, and what
   * a browser posts from there is the page's form.
   */
  oneClick: defineCall({
    summary: 'End one kind of email by one click (RFC 8058)',
    access: 'anyone',
    rawBodyBytes: 4_096,
    query: byToken,
    isLeftToPage: isFromOwnPage,
    answers: { 200: z.object({ message: z.string() }) },
    async handle({ query, raw, visitor }) {
      const body = await raw.text();
      const topic = topicOfLink(query.from);
      const isOneClick = body.includes('List-Unsubscribe') && body.includes('One-Click');
      if (!topic || !isTopic(topic) || !isOneClick) return refuse(400, messages.NOT_ONE_CLICK);
      const mailbox = await mailboxOfToken(query.token, ONE_CLICK_DAYS);
      if (!mailbox) {
        // Only these count: a mail provider's clicks come from few addresses, each with its token.
        return (await admit(MAIL_PREFERENCES, visitor)) ?? refuse(403, messages.LINK_UNKNOWN);
      }
      await turn(mailbox.emailNormalised, topic, false, visitor.browserHash);
      return answer(200, { message: messages.STOPPED });
    },
  }),
  returnedMail: defineCall({
    summary: 'The mail service tells of an email that bounced for good or was reported as spam',
    access: 'anyone',
    isAnonymous: true,
    body: z.object({
      email: emailInput,
      kind: z.enum(['bounce', 'complaint']),
      reason: z.string().max(300).default(''),
      /** The Message-ID that it left with. */
      message_id: z.string().max(300).optional(),
    }),
    answers: { 200: z.object({ noted: z.boolean() }) },
    async handle({ body: { email, kind, reason, message_id: messageId }, raw, visitor }) {
      const secret = config().MAIL_WEBHOOK_SECRET;
      const isIts = isSameSecret(raw.headers.get('authorization') ?? '', `Bearer ${secret}`);
      if (!secret || !isIts) {
        const why = secret ? messages.WRONG_MAIL_SECRET : messages.NO_MAIL_SECRET;
        return (await admit(RETURNED_MAIL, visitor)) ?? refuse(403, why);
      }
      const mailId = /^<?([\da-f-]{36})@/.exec(messageId ?? '')?.[1];
      const emailNormalised = normaliseEmail(email);
      const noted = await takeReturned({
        emailNormalised,
        kind,
        reason,
        mailId: isUuid(mailId ?? '') ? mailId : undefined,
      });
      return answer(200, { noted });
    },
  }),
};

type Asked = z.infer<typeof byToken> & { change?: z.infer<typeof changeSchema> };

/** What whoever has the token gets, after a change where there is one. */
async function preferencesBy({ token, from, change }: Asked, visitor: Visitor) {
  const refused = await admit(MAIL_PREFERENCES, visitor);
  if (refused) return refused;
  const { browserHash } = visitor;
  const mailbox = await mailboxOfToken(token);
  if (!mailbox) return refuse(403, messages.LINK_UNKNOWN);
  const { emailNormalised } = mailbox;
  await noteProven(emailNormalised, browserHash);
  if (change) await turn(emailNormalised, change.topic, change.on, browserHash);
  const named = from === undefined ? undefined : topicOfLink(from);
  const preferences = await preferencesOf(mailbox, named);
  return preferences ? answer(200, preferences) : refuse(403, messages.LINK_UNKNOWN);
}
