CREATE TABLE "audit_log" (
	"id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_platform_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"request_id" text NOT NULL,
	"ip" text,
	"origin" text,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"platform_id" text NOT NULL,
	"wallet_address" text,
	"wallet_family" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_seen_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"platform_id" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "wallet_challenges" (
	"id" text PRIMARY KEY NOT NULL,
	"nonce" text NOT NULL,
	"address" text NOT NULL,
	"family" text NOT NULL,
	"chain_id" bigint,
	"message" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "list_ranks" (
	"platform_id" text NOT NULL,
	"list" "bytea" NOT NULL,
	"rank" bigint NOT NULL,
	"ordinal" integer NOT NULL,
	"at" timestamp(3) with time zone,
	"id" text NOT NULL,
	CONSTRAINT "list_ranks_platform_id_list_rank_ordinal_pk" PRIMARY KEY("platform_id","list","rank","ordinal")
);
--> statement-breakpoint
CREATE TABLE "destination_signings" (
	"nonce" text PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"platform_id" text NOT NULL,
	"client_id_id" text NOT NULL,
	"wallet_address" text NOT NULL,
	"network" text NOT NULL,
	"token_address" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone,
	"signature" "bytea"
);
--> statement-breakpoint
CREATE TABLE "payee_destinations" (
	"id" text PRIMARY KEY NOT NULL,
	"platform_id" text,
	"destination_id" text NOT NULL,
	"wallet_address" text NOT NULL,
	"network" text NOT NULL,
	"chain_id" bigint NOT NULL,
	"token_address" text NOT NULL,
	"access_policy" jsonb,
	"claimed" boolean NOT NULL,
	"active" boolean NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chain_blocks" (
	"network" text NOT NULL,
	"number" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"parent_hash" "bytea" NOT NULL,
	"time" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "chain_blocks_network_number_pk" PRIMARY KEY("network","number")
);
--> statement-breakpoint
CREATE TABLE "chain_cursors" (
	"network" text PRIMARY KEY NOT NULL,
	"start_block" bigint NOT NULL,
	"next_block" bigint NOT NULL,
	"finalized_block" bigint NOT NULL,
	"head_block" bigint NOT NULL,
	"halted_reason" text,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone,
	"last_pass_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"position" smallint NOT NULL,
	"request_id" text NOT NULL,
	"platform_id" text NOT NULL,
	"client_id_id" text,
	"state" text NOT NULL,
	"mismatch" text,
	"type" text NOT NULL,
	"token" "bytea",
	"recipient" "bytea" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"received" numeric(78,0),
	"fee_amount" numeric(78,0) NOT NULL,
	"fee_address" "bytea",
	"payer" "bytea",
	"block_number" bigint NOT NULL,
	"block_hash" "bytea" NOT NULL,
	"log_index" integer NOT NULL,
	"block_time" timestamp(3) with time zone NOT NULL,
	"recorded_at" timestamp(3) with time zone NOT NULL,
	"orphaned_at_block" bigint,
	"announced_round" smallint
);
--> statement-breakpoint
CREATE TABLE "unclaimed_logs" (
	"network" text NOT NULL,
	"topic1" "bytea" NOT NULL,
	"block_number" bigint NOT NULL,
	"seen_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"label" text NOT NULL,
	"prefix" text NOT NULL,
	"last4" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "client_ids" (
	"id" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"platform_id" text NOT NULL,
	"label" text NOT NULL,
	"allowed_domains" text[] NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"fee_percentage" text,
	"fee_address" text,
	"operator_wallet_address" text,
	"default_pre_approval_expiry" bigint,
	"default_authorization_expiry" bigint,
	"payee_destination_id" text,
	"rate_tier" text DEFAULT 'default' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"status" bigint NOT NULL,
	"answer" "bytea" NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orchestrator_links" (
	"id" text PRIMARY KEY NOT NULL,
	"orchestrator_id" text NOT NULL,
	"client_id_id" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	CONSTRAINT "orchestrator_links_clientIdId_unique" UNIQUE("client_id_id")
);
--> statement-breakpoint
CREATE TABLE "orchestrators" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_platform_id" text NOT NULL,
	"name" text NOT NULL,
	"contact_email" text NOT NULL,
	"key_prefix" text NOT NULL,
	"key_last4" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "orchestrators_keyHash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "platforms" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"wallet_address" text,
	"can_create_payouts" boolean DEFAULT true NOT NULL,
	"has_second_screening_provider" boolean DEFAULT false NOT NULL,
	"webhook_sequence" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "platforms_walletAddress_unique" UNIQUE("wallet_address")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "fee_legs" (
	"topic1" "bytea" PRIMARY KEY NOT NULL,
	"request_id" text NOT NULL,
	"payment_reference" "bytea" NOT NULL,
	"type" text NOT NULL,
	"address" text NOT NULL,
	"percentage" text NOT NULL,
	"paid" numeric(78,0) DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fee_transfers" (
	"network" text NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"position" smallint NOT NULL,
	"topic1" "bytea" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"block_number" bigint NOT NULL,
	CONSTRAINT "fee_transfers_tx_hash_position_network_pk" PRIMARY KEY("tx_hash","position","network")
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"id" text PRIMARY KEY NOT NULL,
	"request_id" "bytea" NOT NULL,
	"platform_id" text NOT NULL,
	"client_id_id" text,
	"origin" text,
	"kind" text NOT NULL,
	"payee" text NOT NULL,
	"payer" text,
	"network" text NOT NULL,
	"invoice_currency" text NOT NULL,
	"payment_currency" text NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"salt" "bytea" NOT NULL,
	"payment_reference" "bytea" NOT NULL,
	"topic1" "bytea" NOT NULL,
	"status" text NOT NULL,
	"settlement_round" smallint DEFAULT 0 NOT NULL,
	"is_listening" boolean DEFAULT false NOT NULL,
	"note" text,
	"detection_source" text,
	"payer_eoa_address" text,
	"customer_info" jsonb,
	"reference" text,
	"fee_percentage" text,
	"fee_address" text,
	"is_crypto_to_fiat_allowed" boolean DEFAULT false NOT NULL,
	"recurrence_start_date" timestamp(3) with time zone,
	"recurrence_frequency" text,
	"is_recurrence_stopped" boolean,
	"next_occurrence_at" timestamp(3) with time zone,
	"occurrence" integer,
	"original_request_id" "bytea",
	"original_request_payment_reference" "bytea",
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"delivery_id" text NOT NULL,
	"number" smallint NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status_code" smallint,
	"error" text,
	"response_body" text,
	CONSTRAINT "webhook_attempts_delivery_id_number_pk" PRIMARY KEY("delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"state" text NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"locked_until" timestamp(3) with time zone,
	"error" text,
	"replay_of" text
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"client_id_id" text,
	"url" text NOT NULL,
	"secret" "bytea" NOT NULL,
	"previous_secret" "bytea",
	"previous_secret_until" timestamp(3) with time zone,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"client_id_id" text,
	"sequence" bigint,
	"name" text NOT NULL,
	"dedupe_key" text,
	"body" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payee_destinations" ADD CONSTRAINT "payee_destinations_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_ids" ADD CONSTRAINT "client_ids_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orchestrator_links" ADD CONSTRAINT "orchestrator_links_orchestrator_id_orchestrators_id_fk" FOREIGN KEY ("orchestrator_id") REFERENCES "public"."orchestrators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orchestrator_links" ADD CONSTRAINT "orchestrator_links_client_id_id_client_ids_id_fk" FOREIGN KEY ("client_id_id") REFERENCES "public"."client_ids"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orchestrators" ADD CONSTRAINT "orchestrators_owner_platform_id_platforms_id_fk" FOREIGN KEY ("owner_platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_legs" ADD CONSTRAINT "fee_legs_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_transfers" ADD CONSTRAINT "fee_transfers_topic1_fee_legs_topic1_fk" FOREIGN KEY ("topic1") REFERENCES "public"."fee_legs"("topic1") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_platform" ON "audit_log" USING btree ("platform_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_id" ON "sessions" USING btree ("id");--> statement-breakpoint
CREATE INDEX "sessions_platform" ON "sessions" USING btree ("platform_id");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "wallet_challenges_expires" ON "wallet_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "destination_signings_expires" ON "destination_signings" USING btree ("expires_at") WHERE "destination_signings"."used_at" is null;--> statement-breakpoint
CREATE INDEX "destination_signings_consent" ON "destination_signings" USING btree ("platform_id","wallet_address") WHERE "destination_signings"."used_at" is not null;--> statement-breakpoint
CREATE INDEX "payee_destinations_destination_id" ON "payee_destinations" USING btree ("destination_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payee_destinations_active_route" ON "payee_destinations" USING btree ("destination_id") WHERE "payee_destinations"."active";--> statement-breakpoint
CREATE UNIQUE INDEX "payee_destinations_active_wallet" ON "payee_destinations" USING btree ("wallet_address") WHERE "payee_destinations"."active" and "payee_destinations"."claimed";--> statement-breakpoint
CREATE INDEX "payee_destinations_wallet" ON "payee_destinations" USING btree ("wallet_address");--> statement-breakpoint
CREATE INDEX "payee_destinations_platform" ON "payee_destinations" USING btree ("platform_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_identity" ON "transfers" USING btree ("tx_hash","position","network");--> statement-breakpoint
CREATE INDEX "transfers_request" ON "transfers" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "transfers_platform" ON "transfers" USING btree ("platform_id","block_time","id") WHERE "transfers"."mismatch" is null and "transfers"."state" in ('seen', 'confirmed', 'final');--> statement-breakpoint
CREATE INDEX "transfers_client" ON "transfers" USING btree ("client_id_id","block_time","id") WHERE "transfers"."client_id_id" is not null and "transfers"."mismatch" is null and "transfers"."state" in ('seen', 'confirmed', 'final');--> statement-breakpoint
CREATE INDEX "transfers_payer" ON "transfers" USING btree ("platform_id","payer") WHERE "transfers"."payer" is not null;--> statement-breakpoint
CREATE INDEX "transfers_recipient" ON "transfers" USING btree ("platform_id","recipient");--> statement-breakpoint
CREATE INDEX "transfers_unsettled" ON "transfers" USING btree ("network","block_number") WHERE "transfers"."state" not in ('final', 'dropped');--> statement-breakpoint
CREATE INDEX "unclaimed_logs_network" ON "unclaimed_logs" USING btree ("network","seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_keys_platform" ON "api_keys" USING btree ("platform_id");--> statement-breakpoint
CREATE UNIQUE INDEX "client_ids_client_id" ON "client_ids" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "client_ids_platform" ON "client_ids" USING btree ("platform_id");--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_keys_scope_key" ON "idempotency_keys" USING btree ("scope","key");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "orchestrator_links_orchestrator" ON "orchestrator_links" USING btree ("orchestrator_id");--> statement-breakpoint
CREATE INDEX "fee_legs_request" ON "fee_legs" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "fee_transfers_leg" ON "fee_transfers" USING btree ("topic1");--> statement-breakpoint
CREATE INDEX "fee_transfers_block" ON "fee_transfers" USING btree ("network","block_number");--> statement-breakpoint
CREATE UNIQUE INDEX "requests_request_id" ON "requests" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "requests_topic1" ON "requests" USING btree ("topic1");--> statement-breakpoint
CREATE INDEX "requests_platform" ON "requests" USING btree ("platform_id","id");--> statement-breakpoint
CREATE INDEX "requests_client" ON "requests" USING btree ("client_id_id","id") WHERE "requests"."client_id_id" is not null;--> statement-breakpoint
CREATE INDEX "requests_payee" ON "requests" USING btree ("platform_id","payee");--> statement-breakpoint
CREATE INDEX "requests_reference" ON "requests" USING btree ("platform_id","reference") WHERE "requests"."reference" is not null;--> statement-breakpoint
CREATE INDEX "requests_due" ON "requests" USING btree ("next_occurrence_at") WHERE "requests"."next_occurrence_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("endpoint_id","due_at") WHERE "webhook_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_log" ON "webhook_deliveries" USING btree ("endpoint_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_failed" ON "webhook_deliveries" USING btree ("endpoint_id","id") WHERE "webhook_deliveries"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_endpoints_platform" ON "webhook_endpoints" USING btree ("platform_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_events_sequence" ON "webhook_events" USING btree ("platform_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_events_dedupe" ON "webhook_events" USING btree ("dedupe_key");