-- Held while they are copied: what is used or ended meanwhile is so of the copy, too.
insert into tokens
select t.* from contributions_verification old cross join token_of(old) t for share of old
on conflict do nothing;
--> statement-breakpoint
insert into tokens select t.* from lookup_sessions old cross join token_of(old) t for share of old
on conflict do nothing;
--> statement-breakpoint
insert into tokens select t.* from manage_links old cross join token_of(old) t for share of old
on conflict do nothing;
--> statement-breakpoint
insert into tokens select t.* from move_links old cross join token_of(old) t for share of old
on conflict do nothing;
--> statement-breakpoint
insert into tokens select t.* from mailbox_tokens old cross join token_of(old) t for share of old
on conflict do nothing;
--> statement-breakpoint
-- Here and not before, as one file locks one large table; held for as long as its copy takes.
create constraint trigger mailbox_browsers_carried
  after insert or update or delete on mailbox_browsers
  deferrable initially deferred
  for each row when (pg_trigger_depth() = 0)
  execute function carry_token();
--> statement-breakpoint
insert into tokens select t.* from mailbox_browsers old cross join token_of(old) t
on conflict do nothing;
--> statement-breakpoint
create function carry_token_back() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    case old.purpose
      when 'code' then
        delete from contributions_verification
        where email_normalised = old.subject and code_hash = old.hash;
      when 'lookup' then delete from lookup_sessions where token_hash = old.hash;
      when 'manage-link' then delete from manage_links where token_hash = old.hash;
      when 'move-link' then delete from move_links where token_hash = old.hash;
      when 'browser' then
        delete from mailbox_browsers
        where email_normalised = old.subject and browser_hash = old.hash;
      when 'mailbox' then
        -- Its token is known only while it is renewed: what stands is left, and goes where this goes.
        delete from mailbox_tokens m
        where tg_op = 'DELETE' and email_normalised = old.subject and (token_of(m)).hash = old.hash;
      else null;
    end case;
  end if;
  if tg_op <> 'DELETE' then
    case new.purpose
      when 'code' then
        insert into contributions_verification
          (id, email_normalised, browser_hash, salt, code_hash, attempts, created_at, expires_at, used_at)
        values (md5(new.hash)::uuid, new.subject, new.browser_hash, new.salt, new.hash, new.attempts,
          new.created_at, new.expires_at, new.used_at);
      when 'lookup' then
        insert into lookup_sessions (token_hash, email_normalised, created_at, expires_at)
        values (new.hash, new.subject, new.created_at, new.expires_at);
      when 'manage-link' then
        insert into manage_links (token_hash, email_normalised, created_at, expires_at, used_at)
        values (new.hash, new.subject, new.created_at, new.expires_at, new.used_at);
      when 'move-link' then
        insert into move_links (token_hash, contribution_id, created_at, used_at)
        values (new.hash, new.subject::uuid, new.created_at, new.used_at);
      when 'browser' then
        insert into mailbox_browsers (email_normalised, browser_hash, proven_at)
        values (new.subject, new.hash, new.created_at)
        on conflict (email_normalised, browser_hash) do update set proven_at = excluded.proven_at;
      else null;
    end case;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger tokens_carried
  after insert or update or delete on tokens
  for each row when (pg_trigger_depth() = 0)
  execute function carry_token_back();
