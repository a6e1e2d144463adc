ALTER TABLE "platforms" DROP CONSTRAINT "platforms_walletAddress_unique";--> statement-breakpoint
DROP INDEX "payee_destinations_active_wallet";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "wallet_chain_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "destination_signings" ADD COLUMN "wallet_chain_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payee_destinations" ADD COLUMN "wallet_chain_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "platforms" ADD COLUMN "wallet_chain_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "platforms_wallet" ON "platforms" USING btree ("wallet_address","wallet_chain_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payee_destinations_active_wallet" ON "payee_destinations" USING btree ("wallet_address","wallet_chain_id") WHERE "payee_destinations"."active" and "payee_destinations"."claimed";