import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { formatUnits, parseUnits } from "viem";
import { z } from "zod";
import type { Database } from "@/db";
import {
  AGREEMENT_STATUSES,
  BANK_ACCOUNT_STATUSES,
  KYC_STATUSES,
  OFFRAMP_STATUSES,
  offrampSandbox,
} from "@/db/schema";
import { clock } from "@/server/lib/clock";
import { derivedId, type RandomBytes } from "@/server/lib/ids";
import { secretBytes } from "@/server/lib/random";
import { ratioOf, timesDown } from "@/server/lib/ratio";
import {
  type BankAccountState,
  type CustomerState,
  NoticeRefused,
  OFFRAMP_NETWORKS,
  type OfframpProvider,
  OfframpRefused,
  type OfframpStatus,
  OfframpUnavailable,
  SANDBOX_ANSWERS,
  SANDBOX_OUTCOMES,
  type SandboxAnswers,
  type SandboxKnobs,
  type SandboxOutcome,
  type TransferState,
} from "@/server/providers/offramp/provider";

const CustomerRow = z.object({
  kycStatus: z.enum(KYC_STATUSES),
  agreementStatus: z.enum(AGREEMENT_STATUSES),
  answers: z.enum(SANDBOX_ANSWERS).default("normal"),
});
const TransferRow = z.object({
  status: z.enum(OFFRAMP_STATUSES),
  outcome: z.enum(SANDBOX_OUTCOMES),
  answers: z.enum(SANDBOX_ANSWERS).default("normal"),
  /** `true` for one that was canceled before it had a deposit. */
  isClosed: z.string().default(""),
  depositAddress: z.string(),
  network: z.string(),
  token: z.string(),
  amount: z.string(),
  currency: z.string().default(""),
  rails: z.string().default(""),
  accountId: z.string().default(""),
  customerId: z.string().default(""),
  requestId: z.string().default(""),
});

/** What the sandbox pays for one USDC, and what it keeps: made up, so that pages have something to show. */
const RATES: Record<string, string> = { USD: "1", EUR: "0.92", GBP: "0.79", MXN: "18.5" };
const FEE_BPS = 50n;
/** How long a slow answer takes. */
const SLOW_MS = 2_000;
/** Of USDC. */
const DECIMALS = 6;

/** What has to be on chain before a transfer goes on. */
export interface Deposit {
  network: string;
  token: string;
  address: string;
  /** Decimal text. */
  amount: string;
}

/** `automatic` is approved as soon as somebody asks again. */
const AccountRow = z.object({ status: z.enum([...BANK_ACCOUNT_STATUSES, "automatic"]) });

/**
 * A provider for tests: checks are what a tester says they are, on its two pages or by the API, and bank accounts are
 * approved when they are asked about again. A transfer goes one step further each time somebody asks, once its deposit has
 * arrived (`isFunded`). It keeps no personal data. `pagesUrl` is where its pages are.
 */
export function sandboxProvider(
  db: Database,
  pagesUrl: string,
  isFunded: (deposit: Deposit) => Promise<boolean>,
  random: RandomBytes = secretBytes,
): { provider: OfframpProvider; knobs: SandboxKnobs } {
  const stateOf = async <S extends z.ZodType>(id: string, schema: S): Promise<z.output<S>> => {
    const [row] = await db
      .select({ state: offrampSandbox.state })
      .from(offrampSandbox)
      .where(eq(offrampSandbox.id, id));
    if (!row) throw new OfframpRefused("not_found", null);
    return schema.parse(row.state);
  };
  const customer = async (linkId: string): Promise<CustomerState> => {
    const { answers, ...state } = await stateOf(linkId, CustomerRow);
    await answering(answers);
    return {
      linkId,
      customerId: `sandbox_customer_${linkId}`,
      kycUrl: `${pagesUrl}/sandbox/identity/${linkId}`,
      agreementUrl: `${pagesUrl}/sandbox/agreement/${linkId}`,
      ...state,
      raw: { ...state, provider: "sandbox" },
    };
  };
  const change = async (id: string, changes: Record<string, string>) => {
    const changed = await db
      .update(offrampSandbox)
      .set({ state: sql`${offrampSandbox.state} || ${JSON.stringify(changes)}::text::jsonb` })
      .where(eq(offrampSandbox.id, id))
      .returning({ id: offrampSandbox.id });
    if (changed.length === 0) throw new OfframpRefused("not_found", null);
  };
  const account = (accountId: string, status: z.output<typeof AccountRow>["status"]): BankAccountState => ({
    accountId,
    currency: null,
    status: status === "automatic" ? "approved" : status,
    rejectionMessage: status === "failed" ? "refused in the sandbox" : null,
  });
  return {
    provider: {
      id: "sandbox",
      networks: OFFRAMP_NETWORKS,
      // A link opens the page that decides the check: it cannot be guessed.
      startCustomer: async () => {
        const id = random(16).toString("hex");
        const state = { kycStatus: "initiated", agreementStatus: "pending" };
        await db.insert(offrampSandbox).values({ id, state });
        return customer(id);
      },
      customer,
      reportAgreement: async (linkId) => {
        await change(linkId, { agreementStatus: "completed" });
        return customer(linkId);
      },
      addBankAccount: async (reference) => {
        const id = derivedId("sandbox account", reference);
        await db
          .insert(offrampSandbox)
          .values({ id, state: { status: "automatic" } })
          .onConflictDoNothing();
        return { accountId: id, currency: null, status: "pending", rejectionMessage: null };
      },
      bankAccount: async (_customerId, accountId) =>
        account(accountId, (await stateOf(accountId, AccountRow)).status),
      startTransfer: async (reference, order) => {
        const id = derivedId("sandbox transfer", reference);
        // Nobody has the key of this address: what is sent there on a local chain stays.
        const depositAddress = `0x${createHash("sha256").update(id).digest("hex").slice(24)}`;
        const state = {
          status: "awaiting_funds",
          outcome: "completed",
          depositAddress,
          network: order.network,
          token: order.token,
          amount: order.amount,
          currency: order.currency,
          rails: order.rails,
          accountId: order.accountId,
          customerId: order.customerId,
          requestId: order.requestId,
        };
        await db.insert(offrampSandbox).values({ id, state }).onConflictDoNothing();
        return transfer(id, await stateOf(id, TransferRow));
      },
      transfer: async (id) => {
        const state = await stateOf(id, TransferRow);
        await answering(state.answers);
        const { network, token, depositAddress: address, amount } = state;
        if (
          state.status === "awaiting_funds" &&
          state.outcome !== "canceled" &&
          !(await isFunded({ network, token, address, amount }))
        ) {
          return transfer(id, state);
        }
        const status = nextStep(state.status, state.outcome);
        const isClosed = state.status === "awaiting_funds" && status === "failed" ? "true" : state.isClosed;
        if (status !== state.status) await change(id, { status, isClosed });
        return transfer(id, { ...state, status, isClosed });
      },
      cancelTransfer: async (id) => {
        const state = await stateOf(id, TransferRow);
        await answering(state.answers);
        const { network, token, depositAddress: address, amount, status } = state;
        if (status !== "awaiting_funds" || (await isFunded({ network, token, address, amount }))) {
          throw new OfframpRefused("not_awaiting_funds", null);
        }
        await change(id, { outcome: "canceled" });
      },
      rate: async (currency) => RATES[currency] ?? "1",
      readNotice: () => {
        throw new NoticeRefused("the sandbox sends no notices");
      },
    },
    knobs: {
      setCustomer: (linkId, state) => change(linkId, given(state)),
      setBankAccount: (accountId, status) => change(accountId, { status }),
      setTransfer: (transferId, state) => change(transferId, given(state)),
    },
  };
}

/** What a knob names. */
function given(changes: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

/** Throws `OfframpUnavailable` where the sandbox is to be down. */
async function answering(answers: SandboxAnswers): Promise<void> {
  if (answers === "down") throw new OfframpUnavailable("the sandbox was told to be down");
  if (answers === "slow") await clock.wait(SLOW_MS);
}

const STEPS = ["pending_internal_assessment", "ongoing_checks", "sending_fiat"] as const;

/** One step of a funded transfer towards the outcome that is set now; a canceled one needs no funds to end. */
function nextStep(from: OfframpStatus, outcome: SandboxOutcome): OfframpStatus {
  const next = STEPS[(STEPS as readonly string[]).indexOf(from) + 1];
  if (from === "failed" || from === "refunded") return from;
  if (outcome === "canceled") return from === "fiat_sent" ? "bounced" : "failed";
  if (from === "awaiting_funds" || from === "initiated") return STEPS[0];
  if ((STEPS as readonly string[]).includes(from) && next) return next;
  switch (outcome) {
    case "completed":
      if (from === "bounced") return "retry_required";
      return from === "retry_required" ? "sending_fiat" : "fiat_sent";
    case "bounced":
      return "bounced";
    case "retry_required":
      return from === "fiat_sent" ? "bounced" : "retry_required";
    case "failed":
      return from === "fiat_sent" ? "bounced" : "failed";
    case "refunded":
      return from === "bounced" || from === "retry_required" ? "refunded" : "bounced";
  }
}

function transfer(id: string, state: z.output<typeof TransferRow>): TransferState {
  const { status, depositAddress, amount, network, currency, rails, accountId, customerId, requestId } =
    state;
  const units = parseUnits(amount, DECIMALS);
  const fee = (units * FEE_BPS) / 10_000n;
  const paid = timesDown(units - fee, ratioOf(RATES[currency] ?? "1"));
  return {
    transferId: id,
    status,
    isClosed: state.isClosed === "true",
    depositAddress,
    terms: { customerId, accountId, network, token: "USDC", amount, currency, rails, requestId },
    sourceAmount: status === "awaiting_funds" || state.isClosed === "true" ? null : amount,
    sourceTxHash: null,
    sourceFrom: null,
    // As with a real provider, the rate is that of the moment when the deposit is exchanged.
    destinationAmount: status === "awaiting_funds" ? null : formatUnits(paid / 10_000n, 2),
    fees: [{ type: "exchange_fee", amount: formatUnits(fee, DECIMALS) }],
    raw: { provider: "sandbox", status, providerId: id },
  };
}
