CREATE TABLE "tokens" (
	"purpose" text NOT NULL,
	"hash" text NOT NULL,
	"subject" text NOT NULL,
	"salt" text,
	"browser_hash" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "tokens_purpose_hash_subject_pk" PRIMARY KEY("purpose","hash","subject")
);
--> statement-breakpoint
CREATE INDEX "tokens_by_subject" ON "tokens" USING btree ("subject","purpose");--> statement-breakpoint
CREATE INDEX "tokens_by_expiry" ON "tokens" USING btree ("expires_at");--> statement-breakpoint
-- What the version before writes to its own tables is carried over by the commit, and the other way round
-- (decision 0194); nothing that was carried over comes back.
create function token_of(code contributions_verification) returns tokens language sql stable as $$
  select 'code', code.code_hash, code.email_normalised, code.salt, code.browser_hash, code.attempts,
    code.created_at, code.expires_at, code.used_at
$$;
--> statement-breakpoint
create function token_of(session lookup_sessions) returns tokens language sql stable as $$
  select 'lookup', session.token_hash, session.email_normalised, null::text, null::text, 0,
    session.created_at, session.expires_at, null::timestamptz(3)
$$;
--> statement-breakpoint
create function token_of(link manage_links) returns tokens language sql stable as $$
  select 'manage-link', link.token_hash, link.email_normalised, null::text, null::text, 0,
    link.created_at, link.expires_at, link.used_at
$$;
--> statement-breakpoint
create function token_of(link move_links) returns tokens language sql stable as $$
  select 'move-link', link.token_hash, link.contribution_id::text, null::text, null::text, 0,
    link.created_at, (link.created_at + interval '60 days')::timestamptz(3), link.used_at
$$;
--> statement-breakpoint
create function token_of(browser mailbox_browsers) returns tokens language sql stable as $$
  select 'browser', browser.browser_hash, browser.email_normalised, null::text, null::text, 0,
    browser.proven_at, (browser.proven_at + interval '180 days')::timestamptz(3), null::timestamptz(3)
$$;
--> statement-breakpoint
create function token_of(retired mailbox_tokens) returns tokens language sql stable as $$
  select 'mailbox', encode(sha256(convert_to('mailbox:' || retired.token, 'UTF8')), 'hex'),
    retired.email_normalised, null::text, null::text, 0,
    retired.retired_at, (retired.retired_at + interval '730 days')::timestamptz(3), null::timestamptz(3)
$$;
--> statement-breakpoint
create function carry_token() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from tokens t using token_of(old) gone
    where t.purpose = gone.purpose and t.hash = gone.hash and t.subject = gone.subject;
  end if;
  if tg_op <> 'DELETE' then
    insert into tokens select * from token_of(new) on conflict do nothing;
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger contributions_verification_carried
  after insert or update or delete on contributions_verification
  deferrable initially deferred
  for each row when (pg_trigger_depth() = 0)
  execute function carry_token();
--> statement-breakpoint
create constraint trigger lookup_sessions_carried
  after insert or update or delete on lookup_sessions
  deferrable initially deferred
  for each row when (pg_trigger_depth() = 0)
  execute function carry_token();
--> statement-breakpoint
create constraint trigger manage_links_carried
  after insert or update or delete on manage_links
  deferrable initially deferred
  for each row when (pg_trigger_depth() = 0)
  execute function carry_token();
--> statement-breakpoint
create constraint trigger move_links_carried
  after insert or update or delete on move_links
  deferrable initially deferred
  for each row when (pg_trigger_depth() = 0)
  execute function carry_token();
--> statement-breakpoint
-- The version before keeps the token itself of a mailbox's older links, which is known only while it is
-- renewed: then both versions have it, whichever renewed it.
create function carry_retired_token() returns trigger language plpgsql as $$
declare
  retired mailbox_tokens;
begin
  retired := (old.token, old.email_normalised, new.token_made_at);
  insert into mailbox_tokens select retired.* on conflict do nothing;
  insert into tokens select * from token_of(retired) on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger mailboxes_token_carried
  after update of token on mailboxes
  deferrable initially deferred
  for each row when (old.token <> new.token and pg_trigger_depth() = 0)
  execute function carry_retired_token();
--> statement-breakpoint
-- Stays: the links of older emails go with their mailbox, whoever deletes it.
create function forget_mailbox_links() returns trigger language plpgsql as $$
begin
  delete from tokens where purpose = 'mailbox' and subject = old.email_normalised;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger mailboxes_links_forgotten
  after delete on mailboxes
  deferrable initially deferred
  for each row execute function forget_mailbox_links();
