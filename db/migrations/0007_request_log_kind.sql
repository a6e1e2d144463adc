DROP INDEX "request_log_platform";--> statement-breakpoint
DROP INDEX "request_log_errors";--> statement-breakpoint
CREATE INDEX "request_log_kind" ON "request_log" USING btree ("platform_id","credential_kind","id");--> statement-breakpoint
CREATE INDEX "request_log_errors" ON "request_log" USING btree ("platform_id","credential_kind","id") WHERE "request_log"."status" >= 400;