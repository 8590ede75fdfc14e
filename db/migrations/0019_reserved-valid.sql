ALTER TABLE "products" VALIDATE CONSTRAINT "products_reserved_within_target";
