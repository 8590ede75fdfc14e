DO $$ BEGIN
  IF EXISTS (SELECT FROM product_photos WHERE object_key IS NOT NULL) THEN
    RAISE EXCEPTION 'Photos are in an object store, which this version does not read: bring them back by "openassay photos move --to-database" of the version before.';
  END IF;
END $$;--> statement-breakpoint
ALTER TABLE "product_photos" DROP CONSTRAINT "product_photos_somewhere";--> statement-breakpoint
ALTER TABLE "product_photos" ALTER COLUMN "bytes" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "product_photos" DROP COLUMN "object_key";