-- What the version before writes to its own tables is carried over by the commit, and the other way round
-- (decision 0176); nothing that was carried over comes back.
create function topic_of_follow(follow follows) returns text language sql stable as $$
  select coalesce('product:' || follow.product_id, 'report:' || follow.original_id, 'kind:' || follow.kind)
$$;
--> statement-breakpoint
create function carry_follow() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from email_subscriptions
    where email_normalised = old.email_normalised and browser_hash = old.browser_hash
      and topic = topic_of_follow(old) and is_on;
  end if;
  if tg_op <> 'DELETE' then
    insert into email_subscriptions
      (id, email, email_normalised, topic, browser_hash, confirmed_at, created_at)
    values (new.id, new.email, new.email_normalised, topic_of_follow(new), new.browser_hash,
      new.created_at, new.created_at)
    on conflict (email_normalised, topic, browser_hash) do update
      set id = excluded.id, email = excluded.email;
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger follows_carried
  after insert or update or delete on follows
  deferrable initially deferred
  for each row when (pg_trigger_depth() = 0)
  execute function carry_follow();
