-- What was moved into a pool and cut by its spending names that booking; what was given to it is known by that.
UPDATE "contributions" c SET "spent_by" = c."cut_by" FROM "ledger_transactions" t
	WHERE t."source" = c."cut_by" AND c."cut_by" LIKE 'pool:%' AND (c."moved_at" IS NULL OR c."moved_at" < t."created_at");
