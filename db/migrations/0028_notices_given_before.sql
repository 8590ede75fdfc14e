-- Who was told of a coming refund before this was written down has been told: their mails say when.
UPDATE "contributions" c SET "refund_told_at" = m."created_at"
FROM "mails" m, "products" p
WHERE m."name" = 'refund-upcoming' AND m."params" ->> 'contributionId' = c."id"::text
  AND c."status" = 'paid' AND p."id" = c."product_id" AND p."raised_cents" < p."target_cents";
