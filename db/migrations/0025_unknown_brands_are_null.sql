-- A brand that nobody knows was stored as the word "Unknown", and shown as a brand of that name.
UPDATE "products"
SET "brand" = NULL, "search_text" = regexp_replace("search_text", E'\nunknown$', E'\n')
WHERE "brand" = 'Unknown';
