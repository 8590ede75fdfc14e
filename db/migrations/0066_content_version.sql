CREATE TABLE "content_version" (
	"version" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
insert into content_version (version) values (0);
--> statement-breakpoint
-- When a transaction commits, so that its row is held for no longer than that; the first row that it
-- changed does it for all.
create function content_version_follows() returns trigger language plpgsql as $$
begin
  update content_version set version = pg_current_xact_id()::text::bigint
  where version <> pg_current_xact_id()::text::bigint;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger tested_products_content_version
  after insert or update or delete on tested_products
  deferrable initially deferred for each row execute function content_version_follows();
--> statement-breakpoint
create constraint trigger result_revisions_content_version
  after insert or update or delete on result_revisions
  deferrable initially deferred for each row execute function content_version_follows();
--> statement-breakpoint
create constraint trigger product_photos_content_version
  after insert or update or delete on product_photos
  deferrable initially deferred for each row execute function content_version_follows();
--> statement-breakpoint
-- What reports say of products to fund is no money: a payment changes the version where a goal is
-- reached, and nowhere else.
create constraint trigger products_listed_content_version
  after insert on products
  deferrable initially deferred for each row
  when (new.unreviewed_since is null) execute function content_version_follows();
--> statement-breakpoint
create constraint trigger products_edited_content_version
  after update of name, category, testing_status, is_demo, removed_at, hidden_at, unreviewed_since
  on products
  deferrable initially deferred for each row execute function content_version_follows();
--> statement-breakpoint
create constraint trigger products_contributors_content_version
  after update of contributor_count on products
  deferrable initially deferred for each row
  when (new.testing_status = 'Tested' and new.contributor_count <> old.contributor_count)
  execute function content_version_follows();
