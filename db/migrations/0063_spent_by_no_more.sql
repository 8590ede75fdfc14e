ALTER TABLE "contributions" DROP COLUMN "spent_by";
