import type { ReactElement } from 'react';
import { resultsCorrected } from './corrected.email.tsx';
import { digest } from './digest.email.tsx';
import { excess } from './excess.email.tsx';
import { Letter, type LetterText } from './letter.email.tsx';
import { loadDigest } from './load-digest.server.ts';
import * as payments from './load-payment.server.ts';
import * as people from './load-person.server.ts';
import * as products from './load-product.server.ts';
import { loadEnding, loadManageLink, loadSubscription } from './load-subscription.server.ts';
import { administratorNotice, dailyNotices } from './notice.email.tsx';
import { loadDailyNotices, loadNotice } from './notices.server.ts';
import { paymentReceipt, underReview } from './payment.email.tsx';
import * as person from './person.email.tsx';
import * as product from './product.email.tsx';
import * as refund from './refund.email.tsx';
import type { MailParams } from './shown.ts';
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
  receipt: mail('paid', payments.loadReceipt, paymentReceipt),
  excess: mail('money', payments.loadExcess, excess),
  'under-review': mail('money', payments.loadUnderReview, underReview),
  'merged-excess': mail('money', payments.loadMergedExcess, excess),
  'goal-reached': mail('news', products.loadMailedProduct, product.goalReached),
  'second-chance': mail('news', products.loadSecondChance, product.goalOpenAgain),
  'testing-begun': mail('news', products.loadMailedProduct, product.firstSampleBought),
  'testing-ended': mail('news', products.loadEndedTest, product.testingEnded),
  'results-published': mail('news', products.loadResults, product.resultsPublished),
  'results-corrected': mail('news', products.loadCorrection, resultsCorrected),
  digest: mail('news', loadDigest, digest),
  'refund-upcoming': mail('money', payments.loadUpcoming, refund.refundUpcoming),
  'move-offer': mail('money', payments.loadUpcoming, refund.refundUpcoming),
  'contribution-moved': mail('money', payments.loadMoved, refund.contributionMoved),
  'refund-receipt': mail('money', payments.loadRefund, refund.refundOutcome),
  'refund-failed': mail('money', payments.loadFailed, refund.refundOutcome),
  'refund-otherwise': mail('money', payments.loadPaidOtherwise, refund.refundOutcome),
  'refund-owed-again': mail('money', payments.loadOwedAgain, refund.refundOutcome),
  'refund-asked': mail('money', people.loadAsked, refund.refundAsked),
  'refund-declined': mail('money', people.loadDeclined, refund.refundDeclined),
  'renewal-failed': mail('money', loadSubscription, monthly.renewalFailed),
  'subscription-ending': mail('money', loadEnding, monthly.subscriptionEnding),
  'subscription-ended': mail('money', loadEnding, monthly.subscriptionEnding),
  'manage-link': mail('key', loadManageLink, monthly.manageLink),
  'sign-in-link': mail('key', people.loadSignInLink, person.signInLink),
  'second-factor-changed': mail('asked', people.loadFactorChange, person.secondFactorChanged),
  'maker-told': mail('asked', products.loadMakerMail, product.makerTold),
  'confirm-objection': mail('asked', people.loadObjection, person.objectionToConfirm),
  'message-answer': mail('asked', people.loadAnswer, person.messageAnswer),
  notice: mail('asked', loadNotice, administratorNotice),
  'daily-notices': mail('asked', loadDailyNotices, dailyNotices),
  'verification-code': mail('key', people.loadCode, person.verificationCode),
  'confirm-subscription': mail('asked', people.loadConfirmation, person.subscriptionToConfirm),
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
  letterOf: (shown: Shown) => LetterText,
): KnownMail {
  return {
    kind,
    async write(params, toEmail, isSecond) {
      const loaded = await load(params, toEmail);
      if (!loaded) return undefined;
      const { stopUrl, replyTo } = loaded as Pick<Written, 'stopUrl' | 'replyTo'>;
      const letter = letterOf(loaded);
      const drawn = <Letter {...letter} isSecond={isSecond} testedFor={testedFor(loaded)} />;
      return { subject: letter.subject, letter: drawn, stopUrl, replyTo };
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
