#!/usr/bin/env bash
# Run once by PostgreSQL's image, when its database is made: the role that owns the tables, the
# site's own role, which owns nothing, and their database (docs/database-roles.md).
set -euo pipefail
psql --username "$POSTGRES_USER" --set=ON_ERROR_STOP=1 \
  --set=owner="$OWNER_PASSWORD" --set=site="$SITE_PASSWORD" <<'SQL'
create role openassay_owner login password :'owner';
create role openassay_site login password :'site';
create database openassay owner openassay_owner encoding 'UTF8' template template0;
\c openassay
revoke execute on function lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) from public;
SQL
