import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { baseUnits, hex, moment, references } from "@/db/columns";
import { payerBankAccounts, payers } from "@/db/schema/payers";
import { platforms } from "@/db/schema/platforms";
import { requests } from "@/db/schema/requests";

/** Stored states of a link (behaviour.md SL-02, MC-12); moves are in `server/secure-payments/state.ts`. */
export const SECURE_PAYMENT_STATUSES = [
  "pending",
  "completed",
  "expired",
  "invalidated",
  "compliance_failed",
  "partially_settled",
] as const;

/** A payment link: one request, several of one network, or a multicall of other links. */
export const securePayments = pgTable(
  "secure_payments",
  {
    id: text().primaryKey(),
    /** A ULID whose 80 random bits come from the system's source; knowing it is what opens the link. */
    token: text().notNull(),
    platformId: references(() => platforms.id),
    clientIdId: text(),
    origin: text(),
    orchestratorId: text(),
    paymentType: text({ enum: ["single", "batch", "multicall"] }).notNull(),
    flow: text({ enum: ["incoming", "outgoing"] }).notNull(),
    status: text({ enum: SECURE_PAYMENT_STATUSES }).notNull(),
    /** Null for multicalls over several. */
    network: text(),
    currency: text(),
    /** Snapshot of the destination when the link was created (SG-08); null without one. */
    destination: jsonb(),
    claimedDestination: jsonb(),
    /** The resolved fee plan (FE-09), null where there is none (FE-10). */
    feePlan: jsonb(),
    /** The resolved access policy (AP-08): mode, provider, flags and allowlist. */
    accessPolicy: jsonb().notNull(),
    redirectUrl: text(),
    redirectLabel: text(),
    reference: text(),
    payerIdentifier: text(),
    requestedExecutionKind: text(),
    /** The batch link a merged payout link went into. */
    mergedIntoId: text(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    completedAt: moment(),
  },
  (t) => [
    uniqueIndex("secure_payments_token").on(t.token),
    index("secure_payments_platform").on(t.platformId, t.id),
    index("secure_payments_due").on(t.expiresAt).where(sql`${t.status} = 'pending'`),
    index("secure_payments_payer_identifier")
      .on(t.platformId, t.payerIdentifier)
      .where(sql`${t.payerIdentifier} is not null`),
    index("secure_payments_orchestrator")
      .on(t.orchestratorId, t.id)
      .where(sql`${t.orchestratorId} is not null`)
      .concurrently(),
  ],
);

/** Which requests a link pays, in order. A request can be in a payout link and in the batch it was merged into. */
export const securePaymentRequests = pgTable(
  "secure_payment_requests",
  {
    securePaymentId: references(() => securePayments.id),
    requestId: references(() => requests.id),
    position: integer().notNull(),
    /** What the link asks for, base units: fees that the payee bears are taken off the request, not off this. */
    amount: baseUnits().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.securePaymentId, t.position] }),
    index("secure_payment_requests_request").on(t.requestId),
  ],
);

/** Links whose money goes to a bank account: whose checks count, and to which account. */
export const offrampLinks = pgTable(
  "offramp_links",
  {
    securePaymentId: text()
      .primaryKey()
      .references(() => securePayments.id),
    payerId: references(() => payers.id),
    /** Null until a deposit address is opened, for the payer's newest approved one. */
    bankAccountId: text().references(() => payerBankAccounts.id),
    /** The API key or client ID that made the link: it opens deposit addresses only while that one is let. */
    credentialId: text(),
  },
  (t) => [index("offramp_links_payer").on(t.payerId)],
);

/** Children of a multicall, in order. */
export const securePaymentChildren = pgTable(
  "secure_payment_children",
  {
    parentId: references(() => securePayments.id),
    childId: references(() => securePayments.id),
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.parentId, t.position] }),
    index("secure_payment_children_child").on(t.childId),
  ],
);

/** What a payer said they did: a transaction, or a Safe transaction that waits for co-signers (SI-01). */
export const securePaymentIntents = pgTable(
  "secure_payment_intents",
  {
    id: text().primaryKey(),
    securePaymentId: references(() => securePayments.id),
    /** Transaction hash, Safe transaction hash or operation hash: repeated calls reuse the intent (SI-03). */
    intentKey: hex().notNull(),
    kind: text({ enum: ["transaction", "multisig", "bundle", "planned_bundle"] }).notNull(),
    state: text({ enum: ["recorded", "pending", "executed", "failed"] }).notNull(),
    /** Of Safe transactions alone: where it is looked for. */
    network: text(),
    chain: text().notNull(),
    token: text(),
    payerAddress: text(),
    payerEoaAddress: text(),
    safePaymentDeadline: moment(),
    details: jsonb(),
    /** True for a payment that was relayed: its signature is the payer's. Everything else is a claim. */
    isProven: boolean().notNull().default(false),
    /** Hash of link and IP address that told it; null for what is proven and for claims from before. */
    claimedFrom: text(),
    createdAt: moment().notNull(),
  },
  (t) => [
    uniqueIndex("secure_payment_intents_key").on(t.securePaymentId, t.intentKey),
    // Two lists of what is awaited: on a link, and on a network. Both are short.
    index("secure_payment_intents_of_link")
      .on(t.securePaymentId)
      .where(sql`${t.kind} = 'multisig' and ${t.state} = 'pending'`),
    index("secure_payment_intents_of_network")
      .on(t.network)
      .where(sql`${t.kind} = 'multisig' and ${t.state} = 'pending'`),
  ],
);

/** The latest answer about one wallet for one link (behaviour.md §23.2). */
export const walletScreenings = pgTable(
  "wallet_screenings",
  {
    securePaymentId: references(() => securePayments.id),
    /** EVM lower-case, Tron as it is. */
    walletAddress: text().notNull(),
    /** As it came first; `connected_wallets` has every way in which it came. */
    walletType: text({ enum: ["eoa", "smart_account"] }).notNull(),
    parentWalletAddress: text(),
    status: text({ enum: ["approved", "rejected", "error"] }).notNull(),
    reasonCode: text(),
    provider: text(),
    evaluatedAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.securePaymentId, t.walletAddress] })],
);

/**
 * Which wallets were connected when a wallet came to a link: itself, or those behind a smart account. Nobody signs for
 * that, so one never takes the place of another (behaviour.md AP-10).
 */
export const connectedWallets = pgTable(
  "connected_wallets",
  {
    securePaymentId: references(() => securePayments.id),
    /** Both EVM lower-case, Tron as they are. */
    walletAddress: text().notNull(),
    connectedAddress: text().notNull(),
    lastNamedAt: moment().notNull(),
  },
  (t) => [
    primaryKey({
      name: "connected_wallets_pk",
      columns: [t.securePaymentId, t.walletAddress, t.connectedAddress],
    }),
  ],
);

/**
 * The last definitive answer of a provider about a wallet, asked for one account. Providers cost money: while it
 * is fresh it is used again for every link of the account.
 */
export const screeningAnswers = pgTable(
  "screening_answers",
  {
    platformId: text().notNull(),
    provider: text().notNull(),
    /** Empty for the provider's default policy. */
    policyId: text().notNull(),
    network: text().notNull(),
    /** EVM lower-case, Tron as it is. */
    walletAddress: text().notNull(),
    status: text({ enum: ["approved", "rejected"] }).notNull(),
    reasonCode: text(),
    evaluatedAt: moment().notNull(),
  },
  (t) => [
    primaryKey({
      name: "screening_answers_question",
      columns: [t.platformId, t.walletAddress, t.provider, t.policyId, t.network],
    }),
    index("screening_answers_evaluated").on(t.evaluatedAt),
  ],
);

/** When a wallet outside the allowlist was last announced (events.md §3.10, rule 4). */
export const accessRejections = pgTable(
  "access_rejections",
  {
    securePaymentId: references(() => securePayments.id),
    walletAddress: text().notNull(),
    announcedAt: moment().notNull(),
    eventId: text(),
  },
  (t) => [primaryKey({ columns: [t.securePaymentId, t.walletAddress] })],
);

/** The steps of a payer that their browser tells (events.md §7), and the opening of the page. */
export const PAYER_STEPS = [
  "opened",
  "wallet_connected",
  "payment_sent_to_wallet",
  "payment_approved_in_wallet",
] as const;

/** When each step was first taken at a link: what the merchant's funnel counts. Hearsay, never a settlement. */
export const payerSteps = pgTable(
  "payer_steps",
  {
    securePaymentId: references(() => securePayments.id),
    step: text({ enum: PAYER_STEPS }).notNull(),
    at: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.securePaymentId, t.step] })],
);
