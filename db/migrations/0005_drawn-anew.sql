-- A recount names the status each time, and says mostly what it was: pages are drawn anew where it changed.
drop trigger products_edited_content_version on products;
--> statement-breakpoint
create constraint trigger products_edited_content_version
  after update of name, category, testing_status, is_demo, removed_at, hidden_at, unreviewed_since on products
  deferrable initially deferred
  for each row when (
    (old.name, old.category, old.testing_status, old.is_demo, old.removed_at, old.hidden_at,
      old.unreviewed_since) is distinct from
    (new.name, new.category, new.testing_status, new.is_demo, new.removed_at, new.hidden_at,
      new.unreviewed_since))
  execute function content_version_follows();
