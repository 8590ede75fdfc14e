-- Disputes of payments that are none of ours were on no account: each is looked at once more, and booked.
UPDATE "disputes" SET "closed_at" = NULL WHERE "order_id" IS NULL;
