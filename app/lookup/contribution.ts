/** A past contribution as its giver sees it (spec §3, and what became of it); amounts in dollars. */
export interface Contribution {
  id: string;
  /** null: a donation. */
  product_id: number | null;
  email: string;
  amount: number;
  stripe_payment_id: string | null;
  status: ContributionStatus;
  /** Moments are in ISO 8601. */
  created_at: string;
  kind: 'funding' | 'submission' | 'donation' | 'subscription' | 'renewal';
  /** More than the product needed: it goes back. */
  is_excess: boolean;
  /** When it goes back by itself, if the goal is not reached by then. */
  refund_due_at: string | null;
  refunded_at: string | null;
  /** It did not go back to what it was paid with, but by other means, on that day. */
  is_refunded_otherwise: boolean;
  /** The latest wish to have it back. */
  refund_request: RefundRequest | null;
  can_request_refund: boolean;
  product: ContributionProduct | null;
}

/** design "Money" 11. */
export type ContributionStatus =
  | 'pending'
  | 'paid'
  | 'refund_pending'
  | 'refunded'
  | 'refund_failed'
  | 'disputed'
  | 'charged_back';

export interface RefundRequest {
  status: 'open' | 'granted' | 'declined';
  requested_at: string;
  decided_at: string | null;
  /** What an administrator said to it. */
  note: string | null;
}

interface ContributionProduct {
  id: number;
  name: string;
  brand: string | null;
  testing_status: string;
  /** The day on which its test was ended without results, as `2026-11-21`; null where it was not. */
  test_ended_on: string | null;
  image_url: string | null;
  is_removed: boolean;
  /** Nobody can give to it while it is looked into. */
  is_hidden: boolean;
  /** Its first sample is bought: nothing given to it goes back any more. */
  has_testing_begun: boolean;
  /** A dispute alone keeps it from its goal: nothing goes back by age until that is decided. */
  is_contested: boolean;
}

/** Everything that was given under one address, the newest first. */
export interface Contributions {
  email: string;
  /** Until when this browser may look. */
  expires_at: string;
  contributions: Contribution[];
  /** The page on which the person says what mails they get. */
  preferences_url: string;
}

export interface Receipt {
  site: string;
  reference: string;
  paid_at: string;
  total: number;
  kind: Contribution['kind'];
  stripe_payment_id: string | null;
  email: string;
  lines: ReceiptLine[];
}

export interface ReceiptLine {
  name: string;
  brand: string | null;
  /** The product that was paid for; null: a donation. */
  product_id: number | null;
  /** The one that it is now, where it was a duplicate of another. */
  merged_into: { id: number; name: string } | null;
  amount: number;
  is_excess: boolean;
  status: ContributionStatus;
  refunded_at: string | null;
  is_refunded_otherwise: boolean;
}
