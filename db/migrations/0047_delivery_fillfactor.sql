-- A claim changes a column that no index holds. With room on its page the row stays there, and none of the five indexes
-- is written; without it each claim writes all of them. Holds for pages written from now on.
ALTER TABLE webhook_deliveries SET (fillfactor = 60);
