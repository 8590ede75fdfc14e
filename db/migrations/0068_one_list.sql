-- Subscriptions are one list (decision 0136). The version before still reads and writes "list" and its
-- unique index, so both stay, and nobody's rows are changed: whoever has one is on the list. A later
-- version makes one row of an address's two, and drops the column.
select 1;
