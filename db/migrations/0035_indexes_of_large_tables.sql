CREATE INDEX CONCURRENTLY "audit_log_subject" ON "audit_log" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "executor_transactions_hash" ON "executor_transactions" USING btree ("hash");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "secure_payment_intents_of_link" ON "secure_payment_intents" USING btree ("secure_payment_id") WHERE "secure_payment_intents"."kind" = 'multisig' and "secure_payment_intents"."state" = 'pending';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "secure_payment_intents_of_network" ON "secure_payment_intents" USING btree ("network") WHERE "secure_payment_intents"."kind" = 'multisig' and "secure_payment_intents"."state" = 'pending';
