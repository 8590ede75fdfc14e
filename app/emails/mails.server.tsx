import type { ReactElement } from 'react';
import { VerificationCode } from './code.email.tsx';
import { ResultsCorrected } from './corrected.email.tsx';
import { Digest } from './digest.email.tsx';
import { Excess } from './excess.email.tsx';
import { MayBeSecond, TestedFor } from './letter.email.tsx';
import { loadDigest } from './load-digest.server.ts';
import * as payments from './load-payment.server.ts';
import * as people from './load-person.server.ts';
import * as products from './load-product.server.ts';
import { loadEnding, loadManageLink, loadSubscription } from './load-subscription.server.ts';
import { MessageAnswer } from './message-answer.email.tsx';
import { ConfirmObjection, ConfirmSubscription } from './newsletter.email.tsx';
import { AdministratorNotice, DailyNotices } from './notice.email.tsx';
import { loadDailyNotices, loadNotice } from './notices.server.ts';
import { PaymentReceipt, UnderReview } from './payment.email.tsx';
import * as product from './product.email.tsx';
import * as refund from './refund.email.tsx';
import type { MailParams } from './shown.ts';
import { SecondFactorChanged, SignInLink } from './sign-in.email.tsx';
import * as monthly from './subscription.email.tsx';
import { listed } from '#app/kit/text.ts';
import { panelOf } from '#app/toxicology/panels/panels.ts';

/** `stopUrl` where one click ends mails of this kind; `replyTo` where answers go to somebody. */
export type Written = { subject: string; letter: ReactElement; stopUrl?: string; replyTo?: string };

/**
 * Why a mail is sent: it opens something for a while, somebody asked for it, they have just paid, it is
 * about their money or their sign-in, or they want to hear of a product.
 */
export type MailKind = 'key' | 'asked' | 'paid' | 'money' | 'news';

interface KnownMail {
  kind: MailKind;
  /** Writes a mail from the ids it was queued with; undefined where its reason is gone. */
  write: (params: MailParams, toEmail: string, isSecond: boolean) => Promise<Written | undefined>;
}

/**
 * Every event that mails a person, by the name that operations queue it under; several may be told by
 * one letter (decision 0131).
 */
export const mailsByName: Record<string, KnownMail> = {
  receipt: mail('paid', payments.loadReceipt, PaymentReceipt),
  excess: mail('money', payments.loadExcess, Excess),
  'under-review': mail('money', payments.loadUnderReview, UnderReview),
  'merged-excess': mail('money', payments.loadMergedExcess, Excess),
  'goal-reached': mail('news', products.loadMailedProduct, product.GoalReached),
  'second-chance': mail('news', products.loadSecondChance, product.SecondChance),
  'testing-begun': mail('news', products.loadMailedProduct, product.TestingBegun),
  'testing-ended': mail('news', products.loadEndedTest, product.TestingEnded),
  'results-published': mail('news', products.loadResults, product.ResultsPublished),
  'results-corrected': mail('news', products.loadCorrection, ResultsCorrected),
  digest: mail('news', loadDigest, Digest),
  'refund-upcoming': mail('money', payments.loadUpcoming, refund.RefundUpcoming),
  'move-offer': mail('money', payments.loadUpcoming, refund.RefundUpcoming),
  'contribution-moved': mail('money', payments.loadMoved, refund.ContributionMoved),
  'refund-receipt': mail('money', payments.loadRefund, refund.RefundOutcome),
  'refund-failed': mail('money', payments.loadFailed, refund.RefundOutcome),
  'refund-otherwise': mail('money', payments.loadPaidOtherwise, refund.RefundOutcome),
  'refund-owed-again': mail('money', payments.loadOwedAgain, refund.RefundOutcome),
  'refund-asked': mail('money', people.loadAsked, refund.RefundAsked),
  'refund-declined': mail('money', people.loadDeclined, refund.RefundDeclined),
  'renewal-failed': mail('money', loadSubscription, monthly.RenewalFailed),
  'subscription-ending': mail('money', loadEnding, monthly.SubscriptionEnding),
  'subscription-ended': mail('money', loadEnding, monthly.SubscriptionEnding),
  'manage-link': mail('key', loadManageLink, monthly.ManageLink),
  'sign-in-link': mail('key', people.loadSignInLink, SignInLink),
  'second-factor-changed': mail('asked', people.loadFactorChange, SecondFactorChanged),
  'maker-told': mail('asked', products.loadMakerMail, product.MakerTold),
  'confirm-objection': mail('asked', people.loadObjection, ConfirmObjection),
  'message-answer': mail('asked', people.loadAnswer, MessageAnswer),
  notice: mail('asked', loadNotice, AdministratorNotice),
  'daily-notices': mail('asked', loadDailyNotices, DailyNotices),
  'verification-code': mail('key', people.loadCode, VerificationCode),
  'confirm-subscription': mail('asked', people.loadConfirmation, ConfirmSubscription),
};

/** Days that records of mails which only answer what was asked on a page are kept. */
export const RETENTION_DAYS = {
  'manage-link': 1,
  'sign-in-link': 1,
  'verification-code': 1,
  'confirm-subscription': 30,
  'confirm-objection': 30,
};

function mail<Shown extends object>(
  kind: MailKind,
  load: (params: MailParams, toEmail: string) => Promise<Shown | undefined>,
  LetterOf: ((shown: Shown) => ReactElement) & { subject: (shown: Shown) => string },
): KnownMail {
  return {
    kind,
    async write(params, toEmail, isSecond) {
      const loaded = await load(params, toEmail);
      if (!loaded) return undefined;
      const stopUrl = 'stopUrl' in loaded ? { stopUrl: String(loaded.stopUrl) } : {};
      const replyTo =
        'replyTo' in loaded && loaded.replyTo ? { replyTo: String(loaded.replyTo) } : {};
      const letter = (
        <MayBeSecond value={isSecond}>
          <TestedFor value={testedFor(loaded)}>
            <LetterOf {...loaded} />
          </TestedFor>
        </MayBeSecond>
      );
      return { subject: LetterOf.subject(loaded), letter, ...stopUrl, ...replyTo };
    },
  };
}

/** What the products that a letter names are tested for; plastic chemicals where it names none. */
function testedFor(loaded: {
  product?: payments.NamedProduct | undefined;
  from?: payments.NamedProduct;
  shares?: payments.Share[];
}): string {
  const { product, from, shares = [] } = loaded;
  const named = [product, from, ...shares.map((share) => share.product)].filter((one) => !!one);
  const panels = named.length > 0 ? named.map((one) => one.panel) : [undefined];
  return listed([...new Set(panels.map((panel = 'plastics') => panelOf(panel).name))]);
}
