CREATE TABLE "held_releases" (
	"held_at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"fewer" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "release_parts" (
	"release" text NOT NULL,
	"file" text NOT NULL,
	"part" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "release_parts_release_file_part_pk" PRIMARY KEY("release","file","part")
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"name" text PRIMARY KEY NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"contents" jsonb NOT NULL,
	"sha256" text NOT NULL,
	"tree" smallint NOT NULL,
	"leaf_index" bigint NOT NULL
);
