-- The version before knows no assessments: what it publishes or renames leaves none behind that are not of
-- its results (decision 0196). Whoever draws them in the same transaction says so.
create function assessments_follow() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('openassay.assesses', true), '') = '' then
    update tested_products set assessments = null
    where original_id = new.original_id and assessments is not null;
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger result_revisions_assessments
  after insert on result_revisions
  deferrable initially deferred
  for each row
  execute function assessments_follow();
--> statement-breakpoint
create constraint trigger tested_products_assessments
  after update of name, tags, serving_size_g on tested_products
  deferrable initially deferred
  for each row when ((old.name, old.tags, old.serving_size_g) is distinct from (new.name, new.tags, new.serving_size_g))
  execute function assessments_follow();
