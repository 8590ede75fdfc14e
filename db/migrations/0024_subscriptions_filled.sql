-- Held while they are copied: what is ended meanwhile is ended of the copy, too.
insert into email_subscriptions
  (id, email, email_normalised, topic, browser_hash, confirmed_at, created_at)
select id, email, email_normalised, topic_of_follow(follows), browser_hash, created_at, created_at
from follows for share
on conflict do nothing;
--> statement-breakpoint
insert into email_subscriptions
  (id, email, email_normalised, topic, confirmed_at, query, status, created_at)
select id, email, email_normalised, 'news', confirmed_at, query, status, created_at
from subscribers for share
on conflict do nothing;
--> statement-breakpoint
insert into email_subscriptions (email, email_normalised, topic, is_on, created_at)
select email_normalised, email_normalised, 'product:' || product_id, false, created_at
from product_mutes for share
on conflict do nothing;
--> statement-breakpoint
-- Of a topic that the version before does not know it is told nothing.
create function carry_email_subscription() returns trigger language plpgsql as $$
declare
  kind text;
  key text;
begin
  if tg_op <> 'INSERT' then
    key := split_part(old.topic, ':', 2);
    if old.topic = 'news' then
      delete from subscribers where email_normalised = old.email_normalised;
    elsif old.is_on then
      delete from follows
      where email_normalised = old.email_normalised and browser_hash = old.browser_hash
        and topic_of_follow(follows) = old.topic;
    elsif old.topic like 'product:%' then
      delete from product_mutes
      where email_normalised = old.email_normalised and product_id = key::int;
    end if;
  end if;
  if tg_op <> 'DELETE' then
    kind := split_part(new.topic, ':', 1);
    key := split_part(new.topic, ':', 2);
    if new.topic = 'news' then
      insert into subscribers (id, email, email_normalised, query, status, created_at, confirmed_at)
      values (new.id, new.email, new.email_normalised, new.query, coalesce(new.status, 'new'),
        new.created_at, new.confirmed_at)
      on conflict do nothing;
    elsif new.is_on and kind in ('product', 'report', 'kind') then
      insert into follows
        (id, product_id, original_id, kind, email, email_normalised, browser_hash, created_at)
      values (new.id, case kind when 'product' then key::int end, case kind when 'report' then key::int end,
        case kind when 'kind' then key end, new.email, new.email_normalised, new.browser_hash,
        new.created_at)
      on conflict do nothing;
    elsif not new.is_on and kind = 'product' then
      insert into product_mutes (email_normalised, product_id, created_at)
      values (new.email_normalised, key::int, new.created_at)
      on conflict do nothing;
    end if;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger email_subscriptions_carried
  after insert or update or delete on email_subscriptions
  for each row when (pg_trigger_depth() = 0)
  execute function carry_email_subscription();
