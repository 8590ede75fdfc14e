ALTER TABLE "product_photos" VALIDATE CONSTRAINT "product_photos_somewhere";
