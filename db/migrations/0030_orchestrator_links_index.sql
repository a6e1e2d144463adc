CREATE UNIQUE INDEX CONCURRENTLY "brandings_own_client_id" ON "brandings" USING btree ("client_id_id") WHERE "brandings"."orchestrator_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "brandings_of_orchestrator" ON "brandings" USING btree ("orchestrator_id") WHERE "brandings"."client_id_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "brandings_linked_client_id" ON "brandings" USING btree ("orchestrator_id","client_id_id") WHERE "brandings"."client_id_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "secure_payments_orchestrator" ON "secure_payments" USING btree ("orchestrator_id","id") WHERE "secure_payments"."orchestrator_id" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY "brandings_client_id";--> statement-breakpoint
DROP INDEX CONCURRENTLY "brandings_orchestrator";