-- Indexes of requests and the sums of the overview are made of these.
CREATE FUNCTION payment_status(status text, paid_at timestamp with time zone, link_expires_at timestamp with time zone, link_end text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $$
  SELECT CASE status
    WHEN 'paid' THEN CASE WHEN paid_at > link_expires_at THEN 'late' ELSE 'paid' END
    WHEN 'partially_paid' THEN 'partial'
    WHEN 'processing' THEN 'in_progress'
    WHEN 'created' THEN coalesce(link_end, 'pending')
    ELSE status END
$$;
--> statement-breakpoint
CREATE FUNCTION step_level(step text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $$
  SELECT CASE step WHEN 'opened' THEN 1 WHEN 'wallet_connected' THEN 2 WHEN 'payment_sent_to_wallet' THEN 3
    WHEN 'payment_approved_in_wallet' THEN 4 END
$$;
--> statement-breakpoint
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
	"wallet_chain_id" bigint DEFAULT 0 NOT NULL,
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
CREATE TABLE "brandings" (
	"id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"client_id_id" text,
	"orchestrator_id" text,
	"display_name" text,
	"contact" text,
	"page_background_color" text,
	"card_background_color" text,
	"primary_action_color" text,
	"primary_text_color" text,
	"secondary_text_color" text,
	"logo_path" text,
	"terms_path" text,
	"privacy_path" text,
	"display_request_branding" boolean,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "crosschain_cursors" (
	"network" text PRIMARY KEY NOT NULL,
	"finalized_block" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "crosschain_deposits" (
	"id" text PRIMARY KEY NOT NULL,
	"request_id" text NOT NULL,
	"state" text NOT NULL,
	"source_network" text NOT NULL,
	"deposit_id" numeric(78,0) NOT NULL,
	"destination_network" text NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"log_index" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" "bytea" NOT NULL,
	"block_time" timestamp(3) with time zone NOT NULL,
	"payer" "bytea",
	"payer_eoa" "bytea",
	"depositor" "bytea" NOT NULL,
	"recipient" "bytea" NOT NULL,
	"input_token" "bytea" NOT NULL,
	"output_token" "bytea" NOT NULL,
	"input_amount" numeric(78,0) NOT NULL,
	"output_amount" numeric(78,0) NOT NULL,
	"exclusive_relayer" "bytea" NOT NULL,
	"exclusivity_deadline" bigint NOT NULL,
	"quote_timestamp" bigint NOT NULL,
	"fill_deadline" bigint NOT NULL,
	"message" "bytea" NOT NULL,
	"message_hash" "bytea" NOT NULL,
	"payee_amount" numeric(78,0),
	"fillable" boolean,
	"fills_from" bigint NOT NULL,
	"fill_tx_hash" "bytea",
	"fill_block_number" bigint,
	"fill_block_hash" "bytea",
	"expired_at" timestamp(3) with time zone,
	"refunds_from" bigint,
	"refund_tx_hash" "bytea",
	"refund_log_index" integer,
	"refund_position" smallint,
	"refund_block_number" bigint,
	"refund_block_hash" "bytea",
	"seen_at" timestamp(3) with time zone NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lifi_transfers" (
	"deposit_id" text PRIMARY KEY NOT NULL,
	"transaction_id" "bytea" NOT NULL,
	"word" text,
	"substatus" text,
	"asks" integer NOT NULL,
	"next_ask_at" timestamp(3) with time zone,
	"asked_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "quarantined_deposits" (
	"source_network" text NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"log_index" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"reason" text NOT NULL,
	"failures" integer NOT NULL,
	"since" timestamp(3) with time zone NOT NULL,
	"retry_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "quarantined_deposits_source_network_tx_hash_log_index_pk" PRIMARY KEY("source_network","tx_hash","log_index")
);
--> statement-breakpoint
CREATE TABLE "executor_transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"sender" "bytea" NOT NULL,
	"nonce" bigint NOT NULL,
	"attempt" smallint NOT NULL,
	"hash" "bytea" NOT NULL,
	"raw" "bytea" NOT NULL,
	"to" "bytea" NOT NULL,
	"data" "bytea" NOT NULL,
	"gas_limit" numeric(78,0) NOT NULL,
	"max_fee" numeric(78,0) NOT NULL,
	"max_priority_fee" numeric(78,0) NOT NULL,
	"instalments" jsonb NOT NULL,
	"state" text NOT NULL,
	"is_settled" boolean DEFAULT false NOT NULL,
	"signed_at_block" bigint NOT NULL,
	"lost_at_block" bigint,
	"refusal" text,
	"block_number" bigint,
	"block_hash" "bytea",
	"succeeded" boolean,
	"paid" integer,
	"failed" integer,
	"gas_used" numeric(78,0),
	"gas_price" numeric(78,0),
	"signed_at" timestamp(3) with time zone NOT NULL,
	"mined_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "executor_wallets" (
	"network" text PRIMARY KEY NOT NULL,
	"address" "bytea",
	"state" text NOT NULL,
	"reason" text,
	"balance" numeric(78,0),
	"executions_left" bigint,
	"checked_at" timestamp(3) with time zone,
	"failed_instalments" bigint DEFAULT 0 NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "orchestrator_fee_configs" (
	"id" text PRIMARY KEY NOT NULL,
	"orchestrator_id" text NOT NULL,
	"client_id_id" text,
	"flow" text NOT NULL,
	"fee_bearer" text NOT NULL,
	"bps" integer NOT NULL,
	"usd_cap" text,
	"evm_address" text,
	"tron_address" text,
	"status" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone
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
CREATE TABLE "saved_views" (
	"id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_blocks" (
	"platform_id" text NOT NULL,
	"of" text NOT NULL,
	"after_id" text NOT NULL,
	"last_id" text NOT NULL,
	"texts" text NOT NULL,
	CONSTRAINT "search_blocks_platform_id_of_last_id_pk" PRIMARY KEY("platform_id","of","last_id")
);
--> statement-breakpoint
CREATE TABLE "logos" (
	"id" text NOT NULL,
	"platform_id" text NOT NULL,
	"png" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "logos_id_platform_id_pk" PRIMARY KEY("id","platform_id")
);
--> statement-breakpoint
CREATE TABLE "offramp_moves" (
	"offramp_id" text NOT NULL,
	"number" smallint NOT NULL,
	"status" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "offramp_moves_offramp_id_number_pk" PRIMARY KEY("offramp_id","number")
);
--> statement-breakpoint
CREATE TABLE "offramps" (
	"id" text PRIMARY KEY NOT NULL,
	"request_id" text NOT NULL,
	"payer_id" text NOT NULL,
	"bank_account_id" text NOT NULL,
	"provider" text NOT NULL,
	"provider_transfer_id" text NOT NULL,
	"deposit_address" "bytea" NOT NULL,
	"return_address" "bytea" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"destination_amount" text,
	"destination_currency" text NOT NULL,
	"rate" text,
	"fees" jsonb NOT NULL,
	"status" text NOT NULL,
	"moves" smallint DEFAULT 0 NOT NULL,
	"deposit_at" timestamp(3) with time zone,
	"deposit_amount" text,
	"deposit_tx_hash" "bytea",
	"deposit_from" "bytea",
	"deposit_block" bigint,
	"next_poll_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL,
	"replaced_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "orchestrator_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"orchestrator_id" text NOT NULL,
	"label" text NOT NULL,
	"prefix" text NOT NULL,
	"last4" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone,
	"revoked_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "orchestrator_link_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"orchestrator_id" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"client_id_name" text NOT NULL,
	"allowed_domains" text[] NOT NULL,
	"external_id" text,
	"screening_plan" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "orchestrator_links" (
	"id" text PRIMARY KEY NOT NULL,
	"orchestrator_id" text NOT NULL,
	"client_id_id" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"intent_id" text,
	"screening_control" text,
	"screening_plan" jsonb,
	"agreed_terms" jsonb,
	"consented_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	"revoked_by" text,
	CONSTRAINT "orchestrator_links_clientIdId_unique" UNIQUE("client_id_id"),
	CONSTRAINT "orchestrator_links_intentId_unique" UNIQUE("intent_id")
);
--> statement-breakpoint
CREATE TABLE "orchestrators" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_platform_id" text NOT NULL,
	"name" text NOT NULL,
	"contact_email" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"links_directly" boolean DEFAULT true NOT NULL,
	"webhook_sequence" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "destination_signings" (
	"nonce" text PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"platform_id" text NOT NULL,
	"client_id_id" text NOT NULL,
	"wallet_address" text NOT NULL,
	"wallet_chain_id" bigint DEFAULT 0 NOT NULL,
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
	"wallet_chain_id" bigint DEFAULT 0 NOT NULL,
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
CREATE TABLE "offramp_sandbox" (
	"id" text PRIMARY KEY NOT NULL,
	"state" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payer_bank_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"payer_id" text NOT NULL,
	"provider" text NOT NULL,
	"provider_account_id" text,
	"beneficiary_type" text NOT NULL,
	"currency" text NOT NULL,
	"rails" text NOT NULL,
	"country" text NOT NULL,
	"status" text NOT NULL,
	"rejection_message" text,
	"sealed" "bytea",
	"next_poll_at" timestamp(3) with time zone,
	"moves" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payers" (
	"id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"client_user_id" text NOT NULL,
	"provider" text NOT NULL,
	"provider_link_id" text NOT NULL,
	"provider_customer_id" text,
	"kyc_status" text NOT NULL,
	"agreement_status" text NOT NULL,
	"sealed" "bytea",
	"next_poll_at" timestamp(3) with time zone,
	"moves" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone NOT NULL,
	"erased_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_notices" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"received_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "provider_notices_provider_event_id_pk" PRIMARY KEY("provider","event_id")
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
CREATE TABLE "chain_observations" (
	"network" text PRIMARY KEY NOT NULL,
	"head_block" bigint,
	"head_time" timestamp(3) with time zone,
	"looked_at" timestamp(3) with time zone,
	"answered_at" timestamp(3) with time zone,
	"nodes" text[] DEFAULT '{}' NOT NULL,
	"failed_passes" bigint DEFAULT 0 NOT NULL,
	"failed_at" timestamp(3) with time zone,
	"failing_since" timestamp(3) with time zone,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "quarantined_requests" (
	"request_id" text PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"reason" text NOT NULL,
	"failures" integer NOT NULL,
	"since" timestamp(3) with time zone NOT NULL,
	"retry_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_sums" (
	"request_id" text PRIMARY KEY NOT NULL,
	"transfers" bigint NOT NULL,
	"counted" numeric(78,0) NOT NULL,
	"received" numeric(78,0) NOT NULL,
	"fees" numeric(78,0) NOT NULL,
	"settled" numeric(78,0) NOT NULL,
	"converted" numeric(78,0) DEFAULT 0 NOT NULL,
	"covered_by" text,
	"covered_excess" numeric(78,0),
	"partial_events" integer DEFAULT 0 NOT NULL,
	"last_partial_at" timestamp(3) with time zone,
	"settle_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "transfer_changes" (
	"request_id" text NOT NULL,
	"transfers" bigint NOT NULL,
	"counted" numeric(78,0) NOT NULL,
	"received" numeric(78,0) NOT NULL,
	"fees" numeric(78,0) NOT NULL,
	"settled" numeric(78,0) NOT NULL,
	"converted" numeric(78,0) DEFAULT 0 NOT NULL
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
	"operator_reason" text,
	"type" text NOT NULL,
	"token" "bytea",
	"recipient" "bytea" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"credited" numeric(78,0),
	"valuation" text,
	"quote_id" text,
	"rate" text,
	"rate_sources" jsonb,
	"received" numeric(78,0),
	"fee_amount" numeric(78,0) NOT NULL,
	"fee_address" "bytea",
	"payer" "bytea",
	"payer_eoa" "bytea",
	"source_network" text,
	"deposit_id" numeric(78,0),
	"source_tx_hash" "bytea",
	"deposited_at" timestamp(3) with time zone,
	"is_fallback" boolean,
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
	"deleted_at" timestamp(3) with time zone,
	"offramp_access" text
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
	"last_used_at" timestamp(3) with time zone,
	"offramp_access" text
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
CREATE TABLE "platforms" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"wallet_address" text,
	"wallet_chain_id" bigint DEFAULT 0 NOT NULL,
	"wallet_proven_at" timestamp(3) with time zone,
	"can_create_payouts" boolean DEFAULT true NOT NULL,
	"has_second_screening_provider" boolean DEFAULT false NOT NULL,
	"webhook_sequence" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"disabled_at" timestamp(3) with time zone,
	"disabled_reason" text,
	"rate_tier" text,
	"creations_per_day" integer
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" text PRIMARY KEY NOT NULL,
	"request_id" text NOT NULL,
	"payer" text NOT NULL,
	"payment_currency" text NOT NULL,
	"rate" text NOT NULL,
	"sources" jsonb NOT NULL,
	"invoice_amount" numeric(78,0) NOT NULL,
	"payment_amount" numeric(78,0) NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"signature" text NOT NULL,
	"superseded_by" text
);
--> statement-breakpoint
CREATE TABLE "budgets" (
	"scope" text PRIMARY KEY NOT NULL,
	"used" integer NOT NULL,
	"ends_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "recurring_attempts" (
	"instalment_id" text NOT NULL,
	"number" integer NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"outcome" text,
	"failure" text,
	"tx_hash" "bytea",
	CONSTRAINT "recurring_attempts_instalment_id_number_pk" PRIMARY KEY("instalment_id","number")
);
--> statement-breakpoint
CREATE TABLE "recurring_cursors" (
	"network" text PRIMARY KEY NOT NULL,
	"finalized_block" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recurring_instalments" (
	"id" text PRIMARY KEY NOT NULL,
	"recurring_payment_id" text NOT NULL,
	"index" smallint NOT NULL,
	"request_id" text NOT NULL,
	"status" text NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recurring_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"page_token" uuid DEFAULT gen_random_uuid() NOT NULL,
	"platform_id" text NOT NULL,
	"client_id_id" text,
	"origin" text,
	"source" text,
	"network" text NOT NULL,
	"payment_currency" text NOT NULL,
	"payee" text NOT NULL,
	"payer" text NOT NULL,
	"frequency" text NOT NULL,
	"fee_percentage" text,
	"customer_info" jsonb,
	"reference" text,
	"contract" "bytea" NOT NULL,
	"subscriber" "bytea" NOT NULL,
	"token" "bytea" NOT NULL,
	"recipient" "bytea" NOT NULL,
	"fee_address" "bytea" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"fee_amount" numeric(78,0) NOT NULL,
	"gas_fee" numeric(78,0) NOT NULL,
	"period_seconds" integer NOT NULL,
	"first_exec" bigint NOT NULL,
	"total_executions" smallint NOT NULL,
	"nonce" numeric(78,0) NOT NULL,
	"deadline" bigint NOT NULL,
	"digest" "bytea" NOT NULL,
	"signature" "bytea",
	"status" text NOT NULL,
	"processed" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp(3) with time zone,
	"failure_count" smallint DEFAULT 0 NOT NULL,
	"failure" text,
	"last_payment_at" timestamp(3) with time zone,
	"paused_by" text,
	"cancelled_by" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"changed_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"activated_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "request_log" (
	"id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"credential_kind" text NOT NULL,
	"credential_id" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"operation" text NOT NULL,
	"status" smallint NOT NULL,
	"latency_ms" real NOT NULL,
	"request_id" text NOT NULL,
	"ip" text,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fee_legs" (
	"topic1" "bytea" PRIMARY KEY NOT NULL,
	"request_id" text NOT NULL,
	"payment_reference" "bytea" NOT NULL,
	"type" text NOT NULL,
	"amount" numeric(78,0),
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
CREATE TABLE "request_notes" (
	"request_id" text PRIMARY KEY NOT NULL,
	"platform_id" text NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
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
	"offramp_status" text,
	"recurrence_start_date" timestamp(3) with time zone,
	"recurrence_frequency" text,
	"is_recurrence_stopped" boolean,
	"next_occurrence_at" timestamp(3) with time zone,
	"occurrence" integer,
	"original_request_id" "bytea",
	"original_request_payment_reference" "bytea",
	"created_at" timestamp(3) with time zone NOT NULL,
	"source" text,
	"paid_at" timestamp(3) with time zone,
	"link_expires_at" timestamp(3) with time zone,
	"link_end" text
);
--> statement-breakpoint
CREATE TABLE "safe_offers" (
	"secure_payment_id" text NOT NULL,
	"offer_hash" "bytea" NOT NULL,
	"safe" text NOT NULL,
	"calls" jsonb NOT NULL,
	"offered_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "safe_offers_secure_payment_id_offer_hash_pk" PRIMARY KEY("secure_payment_id","offer_hash")
);
--> statement-breakpoint
CREATE TABLE "safe_transactions" (
	"intent_id" text PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"safe" text NOT NULL,
	"version" text NOT NULL,
	"nonce" bigint NOT NULL,
	"threshold" integer NOT NULL,
	"owner_count" integer NOT NULL,
	"signers" jsonb,
	"rejecters" jsonb,
	"asked_at" timestamp(3) with time zone,
	"holds_until" timestamp(3) with time zone NOT NULL,
	"tracked_until" timestamp(3) with time zone NOT NULL,
	"looked_up_to" bigint NOT NULL,
	"nonce_before" bigint NOT NULL,
	"others" jsonb NOT NULL,
	"outcome" text,
	"outcome_tx_hash" "bytea",
	"outcome_block" bigint,
	"failure" text,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "secret_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"proof" "bytea" NOT NULL,
	"signer" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"replaced_at" timestamp(3) with time zone,
	"retired_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "access_rejections" (
	"secure_payment_id" text NOT NULL,
	"wallet_address" text NOT NULL,
	"announced_at" timestamp(3) with time zone NOT NULL,
	"event_id" text,
	CONSTRAINT "access_rejections_secure_payment_id_wallet_address_pk" PRIMARY KEY("secure_payment_id","wallet_address")
);
--> statement-breakpoint
CREATE TABLE "connected_wallets" (
	"secure_payment_id" text NOT NULL,
	"wallet_address" text NOT NULL,
	"connected_address" text NOT NULL,
	"last_named_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "connected_wallets_pk" PRIMARY KEY("secure_payment_id","wallet_address","connected_address")
);
--> statement-breakpoint
CREATE TABLE "offramp_links" (
	"secure_payment_id" text PRIMARY KEY NOT NULL,
	"payer_id" text NOT NULL,
	"bank_account_id" text,
	"credential_id" text
);
--> statement-breakpoint
CREATE TABLE "payer_steps" (
	"secure_payment_id" text NOT NULL,
	"step" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "payer_steps_secure_payment_id_step_pk" PRIMARY KEY("secure_payment_id","step")
);
--> statement-breakpoint
CREATE TABLE "screening_answers" (
	"platform_id" text NOT NULL,
	"provider" text NOT NULL,
	"policy_id" text NOT NULL,
	"network" text NOT NULL,
	"wallet_address" text NOT NULL,
	"status" text NOT NULL,
	"reason_code" text,
	"evaluated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "screening_answers_question" PRIMARY KEY("platform_id","wallet_address","provider","policy_id","network")
);
--> statement-breakpoint
CREATE TABLE "secure_payment_children" (
	"parent_id" text NOT NULL,
	"child_id" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "secure_payment_children_parent_id_position_pk" PRIMARY KEY("parent_id","position")
);
--> statement-breakpoint
CREATE TABLE "secure_payment_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"secure_payment_id" text NOT NULL,
	"intent_key" "bytea" NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"network" text,
	"chain" text NOT NULL,
	"token" text,
	"payer_address" text,
	"payer_eoa_address" text,
	"safe_payment_deadline" timestamp(3) with time zone,
	"details" jsonb,
	"is_proven" boolean DEFAULT false NOT NULL,
	"claimed_from" text,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secure_payment_requests" (
	"secure_payment_id" text NOT NULL,
	"request_id" text NOT NULL,
	"position" integer NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	CONSTRAINT "secure_payment_requests_secure_payment_id_position_pk" PRIMARY KEY("secure_payment_id","position")
);
--> statement-breakpoint
CREATE TABLE "secure_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"platform_id" text NOT NULL,
	"client_id_id" text,
	"origin" text,
	"orchestrator_id" text,
	"payment_type" text NOT NULL,
	"flow" text NOT NULL,
	"status" text NOT NULL,
	"network" text,
	"currency" text,
	"destination" jsonb,
	"claimed_destination" jsonb,
	"fee_plan" jsonb,
	"access_policy" jsonb NOT NULL,
	"redirect_url" text,
	"redirect_label" text,
	"reference" text,
	"payer_identifier" text,
	"requested_execution_kind" text,
	"merged_into_id" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"completed_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "wallet_screenings" (
	"secure_payment_id" text NOT NULL,
	"wallet_address" text NOT NULL,
	"wallet_type" text NOT NULL,
	"parent_wallet_address" text,
	"status" text NOT NULL,
	"reason_code" text,
	"provider" text,
	"evaluated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "wallet_screenings_secure_payment_id_wallet_address_pk" PRIMARY KEY("secure_payment_id","wallet_address")
);
--> statement-breakpoint
CREATE TABLE "daily_totals" (
	"platform_id" text NOT NULL,
	"day" date NOT NULL,
	"measure" text NOT NULL,
	"count" bigint NOT NULL,
	"amount" numeric DEFAULT '0' NOT NULL,
	CONSTRAINT "daily_totals_platform_id_day_measure_pk" PRIMARY KEY("platform_id","day","measure")
);
--> statement-breakpoint
CREATE TABLE "total_changes" (
	"platform_id" text NOT NULL,
	"day" date NOT NULL,
	"measure" text NOT NULL,
	"count" bigint NOT NULL,
	"amount" numeric DEFAULT '0' NOT NULL
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
	"orchestrator_id" text,
	"url" text NOT NULL,
	"secret" "bytea" NOT NULL,
	"previous_secret" "bytea",
	"previous_secret_until" timestamp(3) with time zone,
	"is_active" boolean DEFAULT true NOT NULL,
	"retry_schedule" text DEFAULT 'standard' NOT NULL,
	"events" text[],
	"failing_since" timestamp(3) with time zone,
	"consecutive_failures" integer DEFAULT 0 NOT NULL,
	"disabled_at" timestamp(3) with time zone,
	"disabled_reason" text,
	"disabled_notice_at" timestamp(3) with time zone,
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
ALTER TABLE "brandings" ADD CONSTRAINT "brandings_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brandings" ADD CONSTRAINT "brandings_client_id_id_client_ids_id_fk" FOREIGN KEY ("client_id_id") REFERENCES "public"."client_ids"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brandings" ADD CONSTRAINT "brandings_orchestrator_id_orchestrators_id_fk" FOREIGN KEY ("orchestrator_id") REFERENCES "public"."orchestrators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crosschain_deposits" ADD CONSTRAINT "crosschain_deposits_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lifi_transfers" ADD CONSTRAINT "lifi_transfers_deposit_id_crosschain_deposits_id_fk" FOREIGN KEY ("deposit_id") REFERENCES "public"."crosschain_deposits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orchestrator_fee_configs" ADD CONSTRAINT "orchestrator_fee_configs_orchestrator_id_orchestrators_id_fk" FOREIGN KEY ("orchestrator_id") REFERENCES "public"."orchestrators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orchestrator_fee_configs" ADD CONSTRAINT "orchestrator_fee_configs_client_id_id_client_ids_id_fk" FOREIGN KEY ("client_id_id") REFERENCES "public"."client_ids"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logos" ADD CONSTRAINT "logos_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offramp_moves" ADD CONSTRAINT "offramp_moves_offramp_id_offramps_id_fk" FOREIGN KEY ("offramp_id") REFERENCES "public"."offramps"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offramps" ADD CONSTRAINT "offramps_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offramps" ADD CONSTRAINT "offramps_payer_id_payers_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."payers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offramps" ADD CONSTRAINT "offramps_bank_account_id_payer_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."payer_bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orchestrator_keys" ADD CONSTRAINT "orchestrator_keys_orchestrator_id_orchestrators_id_fk" FOREIGN KEY ("orchestrator_id") REFERENCES "public"."orchestrators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orchestrator_link_intents" ADD CONSTRAINT "orchestrator_link_intents_orchestrator_id_orchestrators_id_fk" FOREIGN KEY ("orchestrator_id") REFERENCES "public"."orchestrators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orchestrator_links" ADD CONSTRAINT "orchestrator_links_orchestrator_id_orchestrators_id_fk" FOREIGN KEY ("orchestrator_id") REFERENCES "public"."orchestrators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orchestrator_links" ADD CONSTRAINT "orchestrator_links_client_id_id_client_ids_id_fk" FOREIGN KEY ("client_id_id") REFERENCES "public"."client_ids"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orchestrator_links" ADD CONSTRAINT "orchestrator_links_intent_id_orchestrator_link_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."orchestrator_link_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orchestrators" ADD CONSTRAINT "orchestrators_owner_platform_id_platforms_id_fk" FOREIGN KEY ("owner_platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payee_destinations" ADD CONSTRAINT "payee_destinations_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payer_bank_accounts" ADD CONSTRAINT "payer_bank_accounts_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payer_bank_accounts" ADD CONSTRAINT "payer_bank_accounts_payer_id_payers_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."payers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payers" ADD CONSTRAINT "payers_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quarantined_requests" ADD CONSTRAINT "quarantined_requests_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_ids" ADD CONSTRAINT "client_ids_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_attempts" ADD CONSTRAINT "recurring_attempts_instalment_id_recurring_instalments_id_fk" FOREIGN KEY ("instalment_id") REFERENCES "public"."recurring_instalments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_instalments" ADD CONSTRAINT "recurring_instalments_recurring_payment_id_recurring_payments_id_fk" FOREIGN KEY ("recurring_payment_id") REFERENCES "public"."recurring_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_instalments" ADD CONSTRAINT "recurring_instalments_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurring_payments" ADD CONSTRAINT "recurring_payments_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_legs" ADD CONSTRAINT "fee_legs_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fee_transfers" ADD CONSTRAINT "fee_transfers_topic1_fee_legs_topic1_fk" FOREIGN KEY ("topic1") REFERENCES "public"."fee_legs"("topic1") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_notes" ADD CONSTRAINT "request_notes_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "safe_offers" ADD CONSTRAINT "safe_offers_secure_payment_id_secure_payments_id_fk" FOREIGN KEY ("secure_payment_id") REFERENCES "public"."secure_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "safe_transactions" ADD CONSTRAINT "safe_transactions_intent_id_secure_payment_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."secure_payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_rejections" ADD CONSTRAINT "access_rejections_secure_payment_id_secure_payments_id_fk" FOREIGN KEY ("secure_payment_id") REFERENCES "public"."secure_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connected_wallets" ADD CONSTRAINT "connected_wallets_secure_payment_id_secure_payments_id_fk" FOREIGN KEY ("secure_payment_id") REFERENCES "public"."secure_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offramp_links" ADD CONSTRAINT "offramp_links_secure_payment_id_secure_payments_id_fk" FOREIGN KEY ("secure_payment_id") REFERENCES "public"."secure_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offramp_links" ADD CONSTRAINT "offramp_links_payer_id_payers_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."payers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offramp_links" ADD CONSTRAINT "offramp_links_bank_account_id_payer_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."payer_bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payer_steps" ADD CONSTRAINT "payer_steps_secure_payment_id_secure_payments_id_fk" FOREIGN KEY ("secure_payment_id") REFERENCES "public"."secure_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_payment_children" ADD CONSTRAINT "secure_payment_children_parent_id_secure_payments_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."secure_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_payment_children" ADD CONSTRAINT "secure_payment_children_child_id_secure_payments_id_fk" FOREIGN KEY ("child_id") REFERENCES "public"."secure_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_payment_intents" ADD CONSTRAINT "secure_payment_intents_secure_payment_id_secure_payments_id_fk" FOREIGN KEY ("secure_payment_id") REFERENCES "public"."secure_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_payment_requests" ADD CONSTRAINT "secure_payment_requests_secure_payment_id_secure_payments_id_fk" FOREIGN KEY ("secure_payment_id") REFERENCES "public"."secure_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_payment_requests" ADD CONSTRAINT "secure_payment_requests_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secure_payments" ADD CONSTRAINT "secure_payments_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_screenings" ADD CONSTRAINT "wallet_screenings_secure_payment_id_secure_payments_id_fk" FOREIGN KEY ("secure_payment_id") REFERENCES "public"."secure_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_orchestrator_id_orchestrators_id_fk" FOREIGN KEY ("orchestrator_id") REFERENCES "public"."orchestrators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_platform" ON "audit_log" USING btree ("platform_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_id" ON "sessions" USING btree ("id");--> statement-breakpoint
CREATE INDEX "sessions_platform" ON "sessions" USING btree ("platform_id");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "wallet_challenges_expires" ON "wallet_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "brandings_own_client_id" ON "brandings" USING btree ("client_id_id") WHERE "brandings"."orchestrator_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "brandings_of_orchestrator" ON "brandings" USING btree ("orchestrator_id") WHERE "brandings"."client_id_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "brandings_linked_client_id" ON "brandings" USING btree ("orchestrator_id","client_id_id") WHERE "brandings"."client_id_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "brandings_platform" ON "brandings" USING btree ("platform_id") WHERE "brandings"."client_id_id" is null and "brandings"."orchestrator_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "crosschain_deposits_relay" ON "crosschain_deposits" USING btree ("source_network","deposit_id","destination_network","message_hash","depositor","recipient","input_token","input_amount","output_token","output_amount","exclusive_relayer","exclusivity_deadline","fill_deadline");--> statement-breakpoint
CREATE INDEX "crosschain_deposits_request" ON "crosschain_deposits" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "crosschain_deposits_block" ON "crosschain_deposits" USING btree ("source_network","block_number");--> statement-breakpoint
CREATE INDEX "crosschain_deposits_tx" ON "crosschain_deposits" USING btree ("tx_hash");--> statement-breakpoint
CREATE INDEX "crosschain_deposits_open" ON "crosschain_deposits" USING btree ("destination_network") WHERE "crosschain_deposits"."state" in ('bridging', 'expired');--> statement-breakpoint
CREATE INDEX "crosschain_deposits_refunding" ON "crosschain_deposits" USING btree ("source_network") WHERE "crosschain_deposits"."state" in ('refunding', 'failed');--> statement-breakpoint
CREATE INDEX "crosschain_deposits_fill" ON "crosschain_deposits" USING btree ("destination_network","fill_block_number");--> statement-breakpoint
CREATE INDEX "lifi_transfers_transaction" ON "lifi_transfers" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "lifi_transfers_due" ON "lifi_transfers" USING btree ("next_ask_at") WHERE "lifi_transfers"."next_ask_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "executor_transactions_nonce" ON "executor_transactions" USING btree ("network","sender","nonce","attempt");--> statement-breakpoint
CREATE INDEX "executor_transactions_open" ON "executor_transactions" USING btree ("network","nonce") WHERE not "executor_transactions"."is_settled";--> statement-breakpoint
CREATE INDEX "executor_transactions_hash" ON "executor_transactions" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "executor_transactions_blocks" ON "executor_transactions" USING btree ("network","block_number") WHERE "executor_transactions"."state" = 'mined';--> statement-breakpoint
CREATE UNIQUE INDEX "orchestrator_fee_configs_slot" ON "orchestrator_fee_configs" USING btree ("orchestrator_id",coalesce("client_id_id", ''),"flow","fee_bearer");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("platform_id","list","name");--> statement-breakpoint
CREATE UNIQUE INDEX "offramps_request" ON "offramps" USING btree ("request_id") WHERE "offramps"."replaced_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "offramps_transfer" ON "offramps" USING btree ("provider","provider_transfer_id");--> statement-breakpoint
CREATE INDEX "offramps_payer" ON "offramps" USING btree ("payer_id");--> statement-breakpoint
CREATE INDEX "offramps_due" ON "offramps" USING btree ("next_poll_at") WHERE "offramps"."next_poll_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orchestrator_keys_hash" ON "orchestrator_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "orchestrator_keys_orchestrator" ON "orchestrator_keys" USING btree ("orchestrator_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orchestrator_link_intents_token" ON "orchestrator_link_intents" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "orchestrator_link_intents_orchestrator" ON "orchestrator_link_intents" USING btree ("orchestrator_id","id");--> statement-breakpoint
CREATE INDEX "orchestrator_links_orchestrator" ON "orchestrator_links" USING btree ("orchestrator_id");--> statement-breakpoint
CREATE INDEX "orchestrators_owner" ON "orchestrators" USING btree ("owner_platform_id");--> statement-breakpoint
CREATE INDEX "destination_signings_expires" ON "destination_signings" USING btree ("expires_at") WHERE "destination_signings"."used_at" is null;--> statement-breakpoint
CREATE INDEX "destination_signings_consent" ON "destination_signings" USING btree ("platform_id","wallet_address") WHERE "destination_signings"."used_at" is not null;--> statement-breakpoint
CREATE INDEX "payee_destinations_destination_id" ON "payee_destinations" USING btree ("destination_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payee_destinations_active_route" ON "payee_destinations" USING btree ("destination_id") WHERE "payee_destinations"."active";--> statement-breakpoint
CREATE UNIQUE INDEX "payee_destinations_active_wallet" ON "payee_destinations" USING btree ("wallet_address","wallet_chain_id") WHERE "payee_destinations"."active" and "payee_destinations"."claimed";--> statement-breakpoint
CREATE INDEX "payee_destinations_wallet" ON "payee_destinations" USING btree ("wallet_address");--> statement-breakpoint
CREATE INDEX "payee_destinations_platform" ON "payee_destinations" USING btree ("platform_id");--> statement-breakpoint
CREATE INDEX "payer_bank_accounts_payer" ON "payer_bank_accounts" USING btree ("payer_id","id");--> statement-breakpoint
CREATE INDEX "payer_bank_accounts_due" ON "payer_bank_accounts" USING btree ("next_poll_at") WHERE "payer_bank_accounts"."next_poll_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payers_client_user" ON "payers" USING btree ("platform_id","client_user_id");--> statement-breakpoint
CREATE INDEX "payers_platform" ON "payers" USING btree ("platform_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payers_link" ON "payers" USING btree ("provider_link_id");--> statement-breakpoint
CREATE INDEX "payers_due" ON "payers" USING btree ("next_poll_at") WHERE "payers"."next_poll_at" is not null;--> statement-breakpoint
CREATE INDEX "payers_unused" ON "payers" USING btree ("last_used_at") WHERE "payers"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "provider_notices_received" ON "provider_notices" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "quarantined_requests_due" ON "quarantined_requests" USING btree ("network","retry_at");--> statement-breakpoint
CREATE INDEX "request_sums_due" ON "request_sums" USING btree ("settle_at") WHERE "request_sums"."settle_at" is not null;--> statement-breakpoint
CREATE INDEX "transfer_changes_request" ON "transfer_changes" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "transfers_identity" ON "transfers" USING btree ("tx_hash","position","network");--> statement-breakpoint
CREATE INDEX "transfers_request" ON "transfers" USING btree ("request_id","block_number","log_index") WHERE "transfers"."mismatch" is null and "transfers"."state" in ('seen', 'confirmed', 'final');--> statement-breakpoint
CREATE INDEX "transfers_uncounted" ON "transfers" USING btree ("request_id","mismatch","block_number","log_index") WHERE "transfers"."mismatch" is not null or "transfers"."state" in ('orphaned', 'dropped');--> statement-breakpoint
CREATE INDEX "transfers_unannounced" ON "transfers" USING btree ("request_id","block_number","log_index") WHERE "transfers"."announced_round" is null and "transfers"."mismatch" is null
    and "transfers"."state" in ('confirmed', 'final');--> statement-breakpoint
CREATE INDEX "transfers_platform" ON "transfers" USING btree (hashtextextended("platform_id", 0),"block_time","id") WHERE "transfers"."mismatch" is null and "transfers"."state" in ('seen', 'confirmed', 'final');--> statement-breakpoint
CREATE INDEX "transfers_client" ON "transfers" USING btree ("client_id_id","block_time","id") WHERE "transfers"."client_id_id" is not null and "transfers"."mismatch" is null and "transfers"."state" in ('seen', 'confirmed', 'final');--> statement-breakpoint
CREATE INDEX "transfers_payer_start" ON "transfers" USING btree (((hashtext("platform_id")::bigint << 32) | ('x' || encode(substr("payer", 1, 4), 'hex'))::bit(32)::bigint)) WHERE "transfers"."payer" is not null;--> statement-breakpoint
CREATE INDEX "transfers_recipient" ON "transfers" USING btree ("platform_id","recipient");--> statement-breakpoint
CREATE INDEX "transfers_block_ranges" ON "transfers" USING brin ("block_number" int8_minmax_multi_ops) WITH (pages_per_range=32,autosummarize=true);--> statement-breakpoint
CREATE INDEX "transfers_mismatched" ON "transfers" USING btree ("network","mismatch","state") WHERE "transfers"."mismatch" is not null;--> statement-breakpoint
CREATE INDEX "transfers_held" ON "transfers" USING btree (hashtextextended("platform_id", 0),"block_time") WHERE "transfers"."mismatch" in ('payer_not_approved', 'unvalued') and "transfers"."state" in ('seen', 'confirmed', 'final');--> statement-breakpoint
CREATE INDEX "transfers_recurring" ON "transfers" USING btree ("request_id") WHERE "transfers"."type" = 'recurring';--> statement-breakpoint
CREATE INDEX "transfers_deposit" ON "transfers" USING btree ("deposit_id") WHERE "transfers"."deposit_id" is not null;--> statement-breakpoint
CREATE INDEX "transfers_source_tx" ON "transfers" USING btree ("source_tx_hash") WHERE "transfers"."source_tx_hash" is not null;--> statement-breakpoint
CREATE INDEX "transfers_unsettled" ON "transfers" USING btree ("network","block_number") WHERE "transfers"."state" not in ('final', 'dropped');--> statement-breakpoint
CREATE INDEX "unclaimed_logs_network" ON "unclaimed_logs" USING btree ("network","seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_keys_platform" ON "api_keys" USING btree ("platform_id");--> statement-breakpoint
CREATE UNIQUE INDEX "client_ids_client_id" ON "client_ids" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "client_ids_platform" ON "client_ids" USING btree ("platform_id");--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_keys_scope_key" ON "idempotency_keys" USING btree ("scope","key");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "platforms_wallet" ON "platforms" USING btree ("wallet_address","wallet_chain_id");--> statement-breakpoint
CREATE UNIQUE INDEX "quotes_newest" ON "quotes" USING btree ("request_id","payment_currency","payer") WHERE "quotes"."superseded_by" is null;--> statement-breakpoint
CREATE INDEX "quotes_request" ON "quotes" USING btree ("request_id","created_at");--> statement-breakpoint
CREATE INDEX "quotes_expired" ON "quotes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "budgets_ends" ON "budgets" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "rate_limits_expire" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE UNIQUE INDEX "recurring_instalments_index" ON "recurring_instalments" USING btree ("recurring_payment_id","index");--> statement-breakpoint
CREATE UNIQUE INDEX "recurring_instalments_request" ON "recurring_instalments" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recurring_payments_digest" ON "recurring_payments" USING btree ("digest");--> statement-breakpoint
CREATE UNIQUE INDEX "recurring_payments_page" ON "recurring_payments" USING btree ("page_token");--> statement-breakpoint
CREATE INDEX "recurring_payments_platform" ON "recurring_payments" USING btree ("platform_id","id");--> statement-breakpoint
CREATE INDEX "recurring_payments_changed" ON "recurring_payments" USING btree ("platform_id","changed_at","id");--> statement-breakpoint
CREATE INDEX "recurring_payments_due" ON "recurring_payments" USING btree ("network","next_attempt_at") WHERE "recurring_payments"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "recurring_payments_payer" ON "recurring_payments" USING btree ("network","subscriber","token");--> statement-breakpoint
CREATE INDEX "recurring_payments_deadline" ON "recurring_payments" USING btree ("network","deadline") WHERE "recurring_payments"."status" in ('pending', 'active', 'paused');--> statement-breakpoint
CREATE INDEX "request_log_kind" ON "request_log" USING btree ("platform_id","credential_kind","id");--> statement-breakpoint
CREATE INDEX "request_log_errors" ON "request_log" USING btree ("platform_id","credential_kind","id") WHERE "request_log"."status" >= 400;--> statement-breakpoint
CREATE INDEX "fee_legs_request" ON "fee_legs" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "fee_transfers_leg" ON "fee_transfers" USING btree ("topic1");--> statement-breakpoint
CREATE INDEX "fee_transfers_block" ON "fee_transfers" USING btree ("network","block_number");--> statement-breakpoint
CREATE UNIQUE INDEX "requests_request_id" ON "requests" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "requests_topic1" ON "requests" USING btree ("topic1");--> statement-breakpoint
CREATE INDEX "requests_platform" ON "requests" USING btree (hashtextextended("platform_id", 0),"id");--> statement-breakpoint
CREATE INDEX "requests_client" ON "requests" USING btree ("client_id_id","id") WHERE "requests"."client_id_id" is not null;--> statement-breakpoint
CREATE INDEX "requests_payee_start" ON "requests" USING btree (hashtextextended("platform_id", 0),(lower("payee") collate "C"));--> statement-breakpoint
CREATE INDEX "requests_reference_key" ON "requests" USING btree (hashtextextended("platform_id" || '/' || "reference", 0)) WHERE "requests"."reference" is not null;--> statement-breakpoint
CREATE INDEX "requests_status_bucket" ON "requests" USING btree (hashtextextended(
    "platform_id" || '/' || "kind" || '/' || "payment_currency" || '/' || payment_status("status", "paid_at", "link_expires_at", "link_end"), 0),"created_at");--> statement-breakpoint
CREATE INDEX "requests_amount" ON "requests" USING btree (hashtextextended("platform_id" || '/' || "kind" || '/' || "payment_currency", 0),"amount");--> statement-breakpoint
CREATE INDEX "requests_converted" ON "requests" USING btree (hashtextextended("platform_id" || '/' || "kind" || '/' || "payment_currency", 0),"amount") WHERE "requests"."invoice_currency" <> "requests"."payment_currency";--> statement-breakpoint
CREATE INDEX "requests_due" ON "requests" USING btree ("next_occurrence_at") WHERE "requests"."next_occurrence_at" is not null;--> statement-breakpoint
CREATE INDEX "safe_transactions_outcome" ON "safe_transactions" USING btree ("network","outcome_block");--> statement-breakpoint
CREATE INDEX "offramp_links_payer" ON "offramp_links" USING btree ("payer_id");--> statement-breakpoint
CREATE INDEX "screening_answers_evaluated" ON "screening_answers" USING btree ("evaluated_at");--> statement-breakpoint
CREATE INDEX "secure_payment_children_child" ON "secure_payment_children" USING btree ("child_id");--> statement-breakpoint
CREATE UNIQUE INDEX "secure_payment_intents_key" ON "secure_payment_intents" USING btree ("secure_payment_id","intent_key");--> statement-breakpoint
CREATE INDEX "secure_payment_intents_of_link" ON "secure_payment_intents" USING btree ("secure_payment_id") WHERE "secure_payment_intents"."kind" = 'multisig' and "secure_payment_intents"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "secure_payment_intents_of_network" ON "secure_payment_intents" USING btree ("network") WHERE "secure_payment_intents"."kind" = 'multisig' and "secure_payment_intents"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "secure_payment_requests_request" ON "secure_payment_requests" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "secure_payments_token" ON "secure_payments" USING btree ("token");--> statement-breakpoint
CREATE INDEX "secure_payments_platform" ON "secure_payments" USING btree ("platform_id","id");--> statement-breakpoint
CREATE INDEX "secure_payments_due" ON "secure_payments" USING btree ("expires_at") WHERE "secure_payments"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "secure_payments_payer_identifier" ON "secure_payments" USING btree ("platform_id","payer_identifier") WHERE "secure_payments"."payer_identifier" is not null;--> statement-breakpoint
CREATE INDEX "secure_payments_orchestrator" ON "secure_payments" USING btree ("orchestrator_id","id") WHERE "secure_payments"."orchestrator_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("endpoint_id","due_at") WHERE "webhook_deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_event" ON "webhook_deliveries" USING hash ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree (hashtextextended("endpoint_id", 0),"id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_failed" ON "webhook_deliveries" USING btree ("endpoint_id","id") WHERE "webhook_deliveries"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "webhook_endpoints_platform" ON "webhook_endpoints" USING btree ("platform_id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_unnoticed" ON "webhook_endpoints" USING btree ("id") WHERE "webhook_endpoints"."disabled_at" is not null and "webhook_endpoints"."disabled_notice_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_events_sequence" ON "webhook_events" USING btree ("platform_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_events_dedupe" ON "webhook_events" USING btree ("dedupe_key");
--> statement-breakpoint
-- What drizzle-kit does not know: what keeps the audit log as it is, the sums of requests and the totals of the overview.
CREATE FUNCTION refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE FUNCTION note_transfer_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO transfer_changes (request_id, transfers, counted, received, fees, settled, converted)
    SELECT request_id, count(*), sum(coalesce(credited, amount)), sum(coalesce(credited, received, amount)),
      sum(fee_amount), coalesce(sum(coalesce(credited, amount)) FILTER (WHERE state IN ('confirmed', 'final')), 0),
      coalesce(sum(amount) FILTER (WHERE credited IS NOT NULL), 0)
    FROM new_rows WHERE mismatch IS NULL AND state IN ('seen', 'confirmed', 'final') GROUP BY 1;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO transfer_changes (request_id, transfers, counted, received, fees, settled, converted)
    SELECT * FROM (
      SELECT request_id, sum(sign) AS transfers, sum(sign * coalesce(credited, amount)) AS counted,
        sum(sign * coalesce(credited, received, amount)) AS received, sum(sign * fee_amount) AS fees,
        coalesce(sum(sign * coalesce(credited, amount)) FILTER (WHERE state IN ('confirmed', 'final')), 0) AS settled,
        coalesce(sum(sign * amount) FILTER (WHERE credited IS NOT NULL), 0) AS converted
      FROM (
        SELECT request_id, mismatch, state, amount, credited, received, fee_amount, 1 AS sign FROM new_rows
        UNION ALL
        SELECT request_id, mismatch, state, amount, credited, received, fee_amount, -1 FROM old_rows
      ) AS rows WHERE mismatch IS NULL AND state IN ('seen', 'confirmed', 'final') GROUP BY 1
    ) AS changed
    WHERE transfers <> 0 OR counted <> 0 OR received <> 0 OR fees <> 0 OR settled <> 0 OR converted <> 0;
  ELSE
    INSERT INTO transfer_changes (request_id, transfers, counted, received, fees, settled, converted)
    SELECT request_id, -count(*), -sum(coalesce(credited, amount)), -sum(coalesce(credited, received, amount)),
      -sum(fee_amount), -coalesce(sum(coalesce(credited, amount)) FILTER (WHERE state IN ('confirmed', 'final')), 0),
      -coalesce(sum(amount) FILTER (WHERE credited IS NOT NULL), 0)
    FROM old_rows WHERE mismatch IS NULL AND state IN ('seen', 'confirmed', 'final') GROUP BY 1;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION count_requests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO total_changes (platform_id, day, measure, count)
    SELECT platform_id, (created_at AT TIME ZONE 'UTC')::date,
      kind || ':' || payment_status(status, paid_at, link_expires_at, link_end), count(*)
    FROM new_rows GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO total_changes (platform_id, day, measure, count)
    SELECT platform_id, (created_at AT TIME ZONE 'UTC')::date,
      kind || ':' || payment_status(status, paid_at, link_expires_at, link_end), sum(sign)
    FROM (
      SELECT platform_id, created_at, kind, status, paid_at, link_expires_at, link_end, 1 AS sign FROM new_rows
      UNION ALL
      SELECT platform_id, created_at, kind, status, paid_at, link_expires_at, link_end, -1 FROM old_rows
    ) AS rows GROUP BY 1, 2, 3 HAVING sum(sign) <> 0;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION count_transfers()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO total_changes (platform_id, day, measure, count, amount)
    SELECT changed.platform_id, day, 'received:' || asked.payment_currency, count(*), sum(amount)
    FROM (
      SELECT request_id, platform_id, (block_time AT TIME ZONE 'UTC')::date AS day, amount FROM new_rows
      WHERE mismatch IS NULL AND state IN ('confirmed', 'final')
    ) AS changed CROSS JOIN LATERAL (
      SELECT payment_currency FROM requests WHERE id = changed.request_id AND kind = 'request' LIMIT 1
    ) AS asked GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO total_changes (platform_id, day, measure, count, amount)
    SELECT changed.platform_id, day, 'received:' || asked.payment_currency, sum(changed.count), sum(changed.amount)
    FROM (
      SELECT request_id, platform_id, (block_time AT TIME ZONE 'UTC')::date AS day,
        sum(sign) AS count, sum(sign * amount) AS amount
      FROM (
        SELECT request_id, platform_id, block_time, amount, 1 AS sign FROM new_rows
        WHERE mismatch IS NULL AND state IN ('confirmed', 'final')
        UNION ALL
        SELECT request_id, platform_id, block_time, amount, -1 FROM old_rows
        WHERE mismatch IS NULL AND state IN ('confirmed', 'final')
      ) AS rows GROUP BY 1, 2, 3 HAVING sum(sign) <> 0 OR sum(sign * amount) <> 0
    ) AS changed CROSS JOIN LATERAL (
      SELECT payment_currency FROM requests WHERE id = changed.request_id AND kind = 'request' LIMIT 1
    ) AS asked GROUP BY 1, 2, 3 HAVING sum(changed.count) <> 0 OR sum(changed.amount) <> 0;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION level_told(link_id text)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $$
  SELECT coalesce(max(step_level(step)), 0) FROM payer_steps WHERE secure_payment_id = link_id
$$;
--> statement-breakpoint
CREATE FUNCTION count_links()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO total_changes (platform_id, day, measure, count)
    SELECT platform_id, (created_at AT TIME ZONE 'UTC')::date,
      CASE status WHEN 'completed' THEN 'link:10' ELSE 'link:0' END, count(*)
    FROM new_rows WHERE flow = 'incoming' AND payment_type <> 'multicall' GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO total_changes (platform_id, day, measure, count)
    -- `completed` is 1 for links that came to be paid and -1 for those that no longer are.
    SELECT platform_id, day,
      'link:' || level_told(id) + CASE WHEN moves.sign = completed THEN 10 ELSE 0 END, sum(moves.sign)
    FROM (
      SELECT id, platform_id, (created_at AT TIME ZONE 'UTC')::date AS day, sum(sign) AS completed
      FROM (
        SELECT id, platform_id, created_at, 1 AS sign FROM new_rows
        WHERE status = 'completed' AND flow = 'incoming' AND payment_type <> 'multicall'
        UNION ALL
        SELECT id, platform_id, created_at, -1 FROM old_rows
        WHERE status = 'completed' AND flow = 'incoming' AND payment_type <> 'multicall'
      ) AS rows GROUP BY 1, 2, 3 HAVING sum(sign) <> 0
    ) AS links CROSS JOIN (VALUES (1), (-1)) AS moves(sign)
    GROUP BY 1, 2, 3 HAVING sum(moves.sign) <> 0;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION count_steps()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows) THEN
    RETURN NULL;
  END IF;
  -- Of two steps at once the second one has to see the first, and both whether the link is paid.
  PERFORM 1 FROM secure_payments WHERE id IN (SELECT secure_payment_id FROM new_rows)
  ORDER BY id FOR NO KEY UPDATE;
  INSERT INTO total_changes (platform_id, day, measure, count)
  SELECT platform_id, (created_at AT TIME ZONE 'UTC')::date,
    'link:' || CASE moves.sign WHEN 1 THEN now_level ELSE was_level END + paid, sum(moves.sign)
  FROM (
    SELECT link.platform_id, link.created_at, level_told(link.id) AS now_level,
      CASE link.status WHEN 'completed' THEN 10 ELSE 0 END AS paid,
      (SELECT coalesce(max(step_level(step)), 0) FROM payer_steps AS told WHERE told.secure_payment_id = link.id
        AND NOT EXISTS (SELECT FROM new_rows WHERE new_rows.secure_payment_id = link.id AND new_rows.step = told.step)
      ) AS was_level
    FROM secure_payments AS link
    WHERE link.id IN (SELECT secure_payment_id FROM new_rows)
      AND link.flow = 'incoming' AND link.payment_type <> 'multicall'
  ) AS links CROSS JOIN (VALUES (1), (-1)) AS moves(sign)
  WHERE now_level <> was_level
  GROUP BY 1, 2, 3 HAVING sum(moves.sign) <> 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION recount_links()
 RETURNS void
 LANGUAGE sql
AS $$
  INSERT INTO daily_totals (platform_id, day, measure, count)
  SELECT platform_id, (created_at AT TIME ZONE 'UTC')::date,
    'link:' || coalesce(level, 0) + CASE status WHEN 'completed' THEN 10 ELSE 0 END, count(*)
  FROM secure_payments LEFT JOIN (
    SELECT secure_payment_id, max(step_level(step)) AS level FROM payer_steps GROUP BY 1
  ) AS told ON secure_payment_id = id
  WHERE flow = 'incoming' AND payment_type <> 'multicall' GROUP BY 1, 2, 3
$$;
--> statement-breakpoint
CREATE FUNCTION recount_totals()
 RETURNS void
 LANGUAGE plpgsql
AS $$
BEGIN
  LOCK TABLE requests, transfers, secure_payments, payer_steps IN SHARE ROW EXCLUSIVE MODE;
  LOCK TABLE total_changes, daily_totals IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM total_changes;
  DELETE FROM daily_totals;
  INSERT INTO daily_totals (platform_id, day, measure, count)
  SELECT platform_id, (created_at AT TIME ZONE 'UTC')::date,
    kind || ':' || payment_status(status, paid_at, link_expires_at, link_end), count(*)
  FROM requests GROUP BY 1, 2, 3;
  INSERT INTO daily_totals (platform_id, day, measure, count, amount)
  SELECT transfers.platform_id, (block_time AT TIME ZONE 'UTC')::date, 'received:' || payment_currency,
    count(*), sum(transfers.amount)
  FROM transfers JOIN requests ON requests.id = transfers.request_id AND kind = 'request'
  WHERE mismatch IS NULL AND state IN ('confirmed', 'final') GROUP BY 1, 2, 3;
  PERFORM recount_links();
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER payer_steps_counted AFTER INSERT ON payer_steps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_steps();
--> statement-breakpoint
CREATE TRIGGER requests_counted AFTER INSERT ON requests REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_requests();
--> statement-breakpoint
CREATE TRIGGER requests_recounted AFTER UPDATE ON requests REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_requests();
--> statement-breakpoint
CREATE TRIGGER secure_payments_counted AFTER INSERT ON secure_payments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_links();
--> statement-breakpoint
CREATE TRIGGER secure_payments_recounted AFTER UPDATE ON secure_payments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_links();
--> statement-breakpoint
CREATE TRIGGER transfers_counted AFTER INSERT ON transfers REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_transfers();
--> statement-breakpoint
CREATE TRIGGER transfers_recounted AFTER UPDATE ON transfers REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_transfers();
--> statement-breakpoint
CREATE TRIGGER transfers_resummed AFTER UPDATE ON transfers REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_transfer_changes();
--> statement-breakpoint
CREATE TRIGGER transfers_summed AFTER INSERT ON transfers REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_transfer_changes();
--> statement-breakpoint
CREATE TRIGGER transfers_unsummed AFTER DELETE ON transfers REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_transfer_changes();
