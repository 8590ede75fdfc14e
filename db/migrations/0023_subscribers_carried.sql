create function carry_subscriber() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from email_subscriptions
    where email_normalised = old.email_normalised and topic = 'news';
  end if;
  if tg_op <> 'DELETE' then
    insert into email_subscriptions
      (id, email, email_normalised, topic, confirmed_at, query, status, created_at)
    values (new.id, new.email, new.email_normalised, 'news', new.confirmed_at, new.query, new.status,
      new.created_at)
    on conflict (email_normalised, topic, browser_hash) do update
      set id = excluded.id, email = excluded.email, confirmed_at = excluded.confirmed_at,
        query = excluded.query, created_at = excluded.created_at;
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger subscribers_carried
  after insert or update or delete on subscribers
  deferrable initially deferred
  for each row when (pg_trigger_depth() = 0)
  execute function carry_subscriber();
--> statement-breakpoint
create function carry_mute() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from email_subscriptions
    where email_normalised = old.email_normalised and topic = 'product:' || old.product_id
      and not is_on;
  end if;
  if tg_op <> 'DELETE' then
    insert into email_subscriptions (email, email_normalised, topic, is_on, created_at)
    values (new.email_normalised, new.email_normalised, 'product:' || new.product_id, false,
      new.created_at)
    on conflict do nothing;
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger product_mutes_carried
  after insert or update or delete on product_mutes
  deferrable initially deferred
  for each row when (pg_trigger_depth() = 0)
  execute function carry_mute();
