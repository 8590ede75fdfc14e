CREATE TABLE "log_checkpoints" (
	"tree" smallint NOT NULL,
	"size" bigint NOT NULL,
	"note" text NOT NULL,
	"cosignatures" text DEFAULT '' NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "log_checkpoints_tree_size_pk" PRIMARY KEY("tree","size")
);
--> statement-breakpoint
CREATE TABLE "log_leaves" (
	"tree" smallint NOT NULL,
	"index" bigint NOT NULL,
	"form" text NOT NULL,
	"leaf" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"product_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "log_leaves_tree_index_pk" PRIMARY KEY("tree","index")
);
--> statement-breakpoint
CREATE TABLE "log_nodes" (
	"tree" smallint NOT NULL,
	"level" smallint NOT NULL,
	"index" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "log_nodes_tree_level_index_pk" PRIMARY KEY("tree","level","index")
);
--> statement-breakpoint
CREATE TABLE "log_salts" (
	"hash" text PRIMARY KEY NOT NULL,
	"salt" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE INDEX "log_leaves_by_product" ON "log_leaves" USING btree ("product_id","tree","index");