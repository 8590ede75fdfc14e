import type { ReactElement } from 'react';
import { VerificationCode } from './code.email.tsx';
import { correctedSubject, ResultsCorrected } from './corrected.email.tsx';
import { Digest, digestSubject } from './digest.email.tsx';
import { loadDigest } from './load-digest.server.ts';
import {
  loadExcess,
  loadMergedExcess,
  loadMoved,
  loadOwedAgain,
  loadPaidOtherwise,
  loadReceipt,
  loadUnderReview,
  loadRefund,
  loadUpcoming,
} from './load-payment.server.ts';
import {
  loadCode,
  loadConfirmation,
  loadDeclined,
  loadFactorChange,
  loadSignInLink,
} from './load-person.server.ts';
import {
  loadCorrection,
  loadEndedTest,
  loadMailedProduct,
  loadResults,
  loadSecondChance,
} from './load-product.server.ts';
import { loadEnding, loadManageLink, loadSubscription } from './load-subscription.server.ts';
import { MayBeSecond } from './letter.email.tsx';
import { factorSubject, SecondFactorChanged, SignInLink } from './sign-in.email.tsx';
import { AdministratorNotice, DailyNotices, dailySubject } from './notice.email.tsx';
import { loadDailyNotices, loadNotice } from './notices.server.ts';
import { ConfirmSubscription } from './newsletter.email.tsx';
import { Excess, excessSubject } from './excess.email.tsx';
import { PaymentReceipt, receiptSubject, reviewSubject, UnderReview } from './payment.email.tsx';
import {
  GoalReached,
  goalReachedSubject,
  ResultsPublished,
  resultsPublishedSubject,
  SecondChance,
  secondChanceSubject,
  TestingBegun,
  TestingEnded,
  testingBegunSubject,
  testingEndedSubject,
} from './product.email.tsx';
import {
  ContributionMoved,
  movedSubject,
  MoveOffer,
  offerSubject,
  owedSubject,
  RefundDeclined,
  refundDeclinedSubject,
  RefundOwed,
  RefundSent,
  refundSubject,
  RefundUpcoming,
  upcomingSubject,
} from './refund.email.tsx';
import {
  endingSubject,
  ManageLink,
  RenewalFailed,
  SubscriptionEnding,
} from './subscription.email.tsx';

type Params = Record<string, string | number>;
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
  write: (params: Params, toEmail: string, isSecond: boolean) => Promise<Written | undefined>;
}

/**
 * Every event that mails a person, by the name that operations queue it under; several may be told by
 * one letter (decision 0131).
 */
export const mailsByName: Record<string, KnownMail> = {
  receipt: mail('paid', loadReceipt, receiptSubject, PaymentReceipt),
  excess: mail('money', loadExcess, excessSubject, Excess),
  'under-review': mail('money', loadUnderReview, reviewSubject, UnderReview),
  'merged-excess': mail('money', loadMergedExcess, excessSubject, Excess),
  'goal-reached': mail('news', loadMailedProduct, goalReachedSubject, GoalReached),
  'second-chance': mail('news', loadSecondChance, secondChanceSubject, SecondChance),
  'testing-begun': mail('news', loadMailedProduct, testingBegunSubject, TestingBegun),
  'testing-ended': mail('news', loadEndedTest, testingEndedSubject, TestingEnded),
  'results-published': mail('news', loadResults, resultsPublishedSubject, ResultsPublished),
  'results-corrected': mail('news', loadCorrection, correctedSubject, ResultsCorrected),
  digest: mail('news', loadDigest, digestSubject, Digest),
  'refund-upcoming': mail('money', loadUpcoming, upcomingSubject, RefundUpcoming),
  'move-offer': mail('money', loadUpcoming, offerSubject, MoveOffer),
  'contribution-moved': mail('money', loadMoved, movedSubject, ContributionMoved),
  'refund-receipt': mail('money', loadRefund, refundSubject, RefundSent),
  'refund-failed': mail('money', loadRefund, owedSubject, RefundOwed),
  'refund-otherwise': mail('money', loadPaidOtherwise, refundSubject, RefundSent),
  'refund-owed-again': mail('money', loadOwedAgain, owedSubject, RefundOwed),
  'refund-declined': mail('money', loadDeclined, refundDeclinedSubject, RefundDeclined),
  'renewal-failed': mail(
    'money',
    loadSubscription,
    () => 'Your monthly donation could not be charged',
    RenewalFailed,
  ),
  'subscription-ending': mail('money', loadEnding, endingSubject, SubscriptionEnding),
  'subscription-ended': mail('money', loadEnding, endingSubject, SubscriptionEnding),
  'manage-link': mail('key', loadManageLink, () => 'Manage your monthly donation', ManageLink),
  'sign-in-link': mail('key', loadSignInLink, () => 'Your login link', SignInLink),
  'second-factor-changed': mail('asked', loadFactorChange, factorSubject, SecondFactorChanged),
  notice: mail('asked', loadNotice, ({ title }) => title, AdministratorNotice),
  'daily-notices': mail('asked', loadDailyNotices, dailySubject, DailyNotices),
  'verification-code': mail('key', loadCode, () => 'Your code', VerificationCode),
  'confirm-subscription': mail(
    'asked',
    loadConfirmation,
    () => 'Confirm your subscription',
    ConfirmSubscription,
  ),
};

/** Days that records of mails which only answer a wish made on a page are kept. */
export const KEPT_DAYS = {
  'manage-link': 1,
  'sign-in-link': 1,
  'verification-code': 1,
  'confirm-subscription': 30,
};

function mail<Shown extends object>(
  kind: MailKind,
  load: (params: Params, toEmail: string) => Promise<Shown | undefined>,
  subject: (shown: Shown) => string,
  LetterOf: (shown: Shown) => ReactElement,
): KnownMail {
  return {
    kind,
    async write(params, toEmail, isSecond) {
      const shown = await load(params, toEmail);
      if (!shown) return undefined;
      const stopUrl = 'stopUrl' in shown ? { stopUrl: String(shown.stopUrl) } : {};
      const replyTo = 'replyTo' in shown && shown.replyTo ? { replyTo: String(shown.replyTo) } : {};
      const letter = (
        <MayBeSecond value={isSecond}>
          <LetterOf {...shown} />
        </MayBeSecond>
      );
      return { subject: subject(shown), letter, ...stopUrl, ...replyTo };
    },
  };
}
