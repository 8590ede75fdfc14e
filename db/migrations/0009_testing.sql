CREATE TABLE "test_costs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" integer NOT NULL,
	"sample_id" uuid,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"paid_on" date NOT NULL,
	"payee" text NOT NULL,
	"receipt" text NOT NULL,
	"corrects" uuid,
	"reason" text,
	"noted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "test_costs_corrects_unique" UNIQUE("corrects"),
	CONSTRAINT "test_costs_kind_known" CHECK ("test_costs"."kind" in ('sample', 'laboratory', 'shipping', 'other')),
	CONSTRAINT "test_costs_corrected_with_reason" CHECK (("test_costs"."corrects" is null) = ("test_costs"."reason" is null)),
	CONSTRAINT "test_costs_amount_positive" CHECK ("test_costs"."amount_cents" > 0 or ("test_costs"."amount_cents" = 0 and "test_costs"."corrects" is not null))
);
--> statement-breakpoint
CREATE TABLE "test_samples" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" integer NOT NULL,
	"number" smallint NOT NULL,
	"noted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "test_samples_numbered" UNIQUE("product_id","number"),
	CONSTRAINT "test_samples_number_from_one" CHECK ("test_samples"."number" >= 1)
);
--> statement-breakpoint
CREATE TABLE "test_settlements" (
	"product_id" integer NOT NULL,
	"number" smallint NOT NULL,
	"amount_cents" integer NOT NULL,
	"reserve_cents" integer NOT NULL,
	"settled_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "test_settlements_product_id_number_pk" PRIMARY KEY("product_id","number"),
	CONSTRAINT "test_settlements_of_one_sign" CHECK ("test_settlements"."amount_cents" <> 0 and sign("test_settlements"."amount_cents") * "test_settlements"."reserve_cents" between 0 and abs("test_settlements"."amount_cents"))
);
--> statement-breakpoint
CREATE TABLE "test_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "test_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sample_id" uuid NOT NULL,
	"step" text NOT NULL,
	"day" date NOT NULL,
	"place" text,
	"lot" text,
	"note" text,
	"is_void" boolean DEFAULT false NOT NULL,
	"corrects" bigint,
	"reason" text,
	"noted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "test_steps_corrects_unique" UNIQUE("corrects"),
	CONSTRAINT "test_steps_known" CHECK ("test_steps"."step" in ('bought', 'shipped', 'at-lab', 'results-in', 'checked', 'published', 'given-up')),
	CONSTRAINT "test_steps_corrected_with_reason" CHECK (("test_steps"."corrects" is null) = ("test_steps"."reason" is null) and ("test_steps"."corrects" is not null or not "test_steps"."is_void"))
);
--> statement-breakpoint
ALTER TABLE "test_costs" ADD CONSTRAINT "test_costs_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_costs" ADD CONSTRAINT "test_costs_sample_id_test_samples_id_fk" FOREIGN KEY ("sample_id") REFERENCES "public"."test_samples"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_costs" ADD CONSTRAINT "test_costs_corrects" FOREIGN KEY ("corrects") REFERENCES "public"."test_costs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_samples" ADD CONSTRAINT "test_samples_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_settlements" ADD CONSTRAINT "test_settlements_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_steps" ADD CONSTRAINT "test_steps_sample_id_test_samples_id_fk" FOREIGN KEY ("sample_id") REFERENCES "public"."test_samples"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_steps" ADD CONSTRAINT "test_steps_corrects" FOREIGN KEY ("corrects") REFERENCES "public"."test_steps"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "test_costs_by_product" ON "test_costs" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "test_steps_once" ON "test_steps" USING btree ("sample_id","step") WHERE corrects is null;--> statement-breakpoint
-- What was noted of a test is never changed: a correction is a row of its own.
create function testing_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'what was noted of a test is append-only' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger test_samples_append_only
  before update or delete or truncate on test_samples
  for each statement execute function testing_is_append_only();
--> statement-breakpoint
create trigger test_steps_append_only
  before update or delete or truncate on test_steps
  for each statement execute function testing_is_append_only();
--> statement-breakpoint
create trigger test_costs_append_only
  before update or delete or truncate on test_costs
  for each statement execute function testing_is_append_only();
--> statement-breakpoint
create trigger test_settlements_append_only
  before update or delete or truncate on test_settlements
  for each statement execute function testing_is_append_only();
--> statement-breakpoint
-- A correction takes the place of a row of the same sample and step, or of the same kind of cost.
create function test_step_corrects_its_own() returns trigger language plpgsql as $$
begin
  if new.corrects is not null and not exists (
    select from test_steps s
    where s.id = new.corrects and s.sample_id = new.sample_id and s.step = new.step
  ) then
    raise exception 'step % corrects another one', new.corrects using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger test_steps_corrected before insert on test_steps
  for each row execute function test_step_corrects_its_own();
--> statement-breakpoint
create function test_cost_corrects_its_own() returns trigger language plpgsql as $$
begin
  if new.corrects is not null and not exists (
    select from test_costs c
    where c.id = new.corrects and c.product_id = new.product_id and c.kind = new.kind
      and c.sample_id is not distinct from new.sample_id
  ) then
    raise exception 'cost % corrects another one', new.corrects using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger test_costs_corrected before insert on test_costs
  for each row execute function test_cost_corrects_its_own();
