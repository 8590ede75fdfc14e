create function open_data_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'releases of the open data are append-only' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger releases_append_only
  before delete or update or truncate on releases
  for each statement
  execute function open_data_is_append_only();
--> statement-breakpoint
create trigger release_parts_append_only
  before delete or update or truncate on release_parts
  for each statement
  execute function open_data_is_append_only();
--> statement-breakpoint
create trigger held_releases_append_only
  before delete or update or truncate on held_releases
  for each statement
  execute function open_data_is_append_only();
