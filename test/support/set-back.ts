import { asOwner } from './database.ts';

/**
 * Sets the database in use back to a moment, as a restore to a point in time or a failover that loses
 * its last commits does: remembers all of its rows now, and puts them back when asked. Jobs that wait
 * are left alone; they find nothing.
 */
export async function rememberDatabase(): Promise<() => Promise<void>> {
  await asOwner(`
    drop schema if exists remembered cascade;
    create schema remembered;
    do $$ declare t record; begin
      for t in select tablename as name from pg_tables where schemaname = 'public' loop
        execute format('create table remembered.%1$I as table public.%1$I', t.name);
      end loop;
      create table remembered."the sequences" as
        select sequencename, last_value from pg_sequences where schemaname = 'public';
    end $$`);
  return () =>
    asOwner(`
      do $$ declare t record; columns text; begin
        set local session_replication_role = replica;
        execute (select 'truncate ' || string_agg(format('public.%I', tablename), ', ')
          from pg_tables where schemaname = 'public');
        for t in select tablename as name from pg_tables where schemaname = 'public' loop
          select string_agg(quote_ident(column_name), ', ') into columns
            from information_schema.columns where table_schema = 'public'
            and table_name = t.name and is_generated = 'NEVER';
          execute format('insert into public.%1$I (%2$s) overriding system value select %2$s from remembered.%1$I', t.name, columns);
        end loop;
        for t in select * from remembered."the sequences" loop
          perform setval(format('public.%I', t.sequencename)::regclass,
            coalesce(t.last_value, 1), t.last_value is not null);
        end loop;
      end $$`);
}
