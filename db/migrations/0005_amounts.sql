CREATE INDEX CONCURRENTLY "requests_amounts" ON "requests" USING btree (hashtextextended(
    "platform_id" || '/' || "kind" || '/' || "invoice_currency" || '/' || "payment_currency", 0),"amount","created_at");--> statement-breakpoint
DROP INDEX CONCURRENTLY "requests_amount";--> statement-breakpoint
DROP INDEX CONCURRENTLY "requests_converted";
