ALTER TABLE "follows" VALIDATE CONSTRAINT "follows_of_one";
