ALTER TABLE "ledger_transactions" VALIDATE CONSTRAINT "ledger_transactions_kind_ledger_kinds_name_fk";
