CREATE TABLE "brand_domains" (
	"brand" text NOT NULL,
	"domain" text NOT NULL,
	CONSTRAINT "brand_domains_brand_domain_pk" PRIMARY KEY("brand","domain")
);
