create function log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the log is append-only' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger log_leaves_append_only
  before delete or update or truncate on log_leaves
  for each statement
  execute function log_is_append_only();
--> statement-breakpoint
-- Reports state the last checkpoint, and are kept until what is published has another version.
create constraint trigger log_checkpoints_content_version
  after insert on log_checkpoints
  deferrable initially deferred
  for each row
  execute function content_version_follows();
