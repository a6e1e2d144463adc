CREATE INDEX CONCURRENTLY "transfers_mismatched" ON "transfers" USING btree ("network","mismatch","state") WHERE "transfers"."mismatch" is not null;
