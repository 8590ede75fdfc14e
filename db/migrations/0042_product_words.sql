CREATE TABLE "product_words" (
	"word" text PRIMARY KEY NOT NULL,
	"plain" text GENERATED ALWAYS AS (replace(regexp_replace(normalize(word, NFKD), '[\u0300-\u036f]', '', 'g'), 'ß', 'ss')) STORED NOT NULL
);
--> statement-breakpoint
CREATE INDEX "product_words_trigrams" ON "product_words" USING gin ("plain" gin_trgm_ops);