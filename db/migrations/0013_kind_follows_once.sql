CREATE UNIQUE INDEX CONCURRENTLY "follows_once_of_kind" ON "follows" USING btree ("kind","email_normalised","browser_hash");
