import { z } from "zod";
import { parseAnyAddress } from "@/server/chains/any-address";
import { SOURCE_CHAINS } from "@/server/chains/networks";
import { FeeRate, feeFields, requireFeePair } from "@/server/fees/platform-fee";
import { AmountError, decimalsIn, parseAmount } from "@/server/lib/amount";
import { BESIDE_OTHER_ISSUES } from "@/server/lib/cross-field";
import { feeFacts } from "@/server/payments/schema";
import { Quote } from "@/server/quotes/quote";
import { Offramp } from "@/server/requests/offramps/schema";
import { DepositAddress } from "@/server/requests/paying/deposit/schema";
import { WalletText } from "@/server/requests/paying/payer-wallet";

const BigNumber = z
  .object({
    type: z.literal("BigNumber"),
    hex: z.string().describe("The number as `0x` and hex characters."),
  })
  .meta({ id: "BigNumber" });

/** Wei. Ours is `0`, or a BigNumber object where native coin is sent (FM-11). */
const TransactionValue = z.union([BigNumber, z.int(), z.string()]).meta({ id: "TransactionValue" });

/** A transaction for the payer's wallet to sign. */
export const Transaction = z
  .object({
    to: z.string().describe("Address that is called."),
    data: z.string().describe("Calldata of the transaction: `0x` and hex characters."),
    value: TransactionValue.describe("What is sent along of the network's own coin, in base units."),
  })
  .meta({ id: "Transaction" });
export type Transaction = z.infer<typeof Transaction>;

/**
 * The same transactions as one of a Safe, for its owners to sign (onchain.md §11), with its next nonce. Wallets may send
 * it through another MultiSend contract or with a later nonce; `safeTxHash` is then another.
 */
export const SafeTransactionValue = z
  .object({
    safe: z.string().describe("Address of the Safe."),
    version: z.string(),
    threshold: z.int().describe("How many owners of the Safe have to sign."),
    nonce: z.string().describe("Number of the transaction of the Safe."),
    to: z.string().describe("Address that is called."),
    value: z.string().describe("What is sent along of the network's own coin, in base units."),
    data: z.string().describe("Calldata of the transaction: `0x` and hex characters."),
    operation: z
      .union([z.literal(0), z.literal(1)])
      .describe("How the Safe calls: 0 plainly, 1 by delegation."),
    safeTxGas: z.string().describe("Gas that a Safe transaction may use."),
    baseGas: z.string().describe("Gas of a Safe transaction that is not part of its execution."),
    gasPrice: z.string().describe("Price of gas that a Safe transaction pays back."),
    gasToken: z.string().describe("Token in which a Safe transaction pays back gas."),
    refundReceiver: z.string().describe("Who is paid back the gas of a Safe transaction."),
    safeTxHash: z.string(),
  })
  .meta({ id: "SafeTransaction" });
export type SafeTransactionValue = z.infer<typeof SafeTransactionValue>;

/** `true` or `false` in a query. */
export const BooleanText = z
  .string()
  .refine((value) => ["true", "false"].includes(value), "isSafe must be 'true' or 'false' if provided")
  .meta({ type: "boolean" });

/**
 * About a list of transactions that are to be sent in their order (PC-02, PC-03). A token that refuses to
 * change its allowance has two approvals; `approvalTransactionIndex` is the second, which counts. Where no wallet was
 * named nothing is known about its funds, and both answers about them are false.
 */
export const CalldataMetadata = z
  .object({
    stepsRequired: z.number(),
    needsApproval: z.boolean(),
    approvalTransactionIndex: z.number().nullable().optional(),
    paymentTransactionIndex: z.number().optional(),
    hasEnoughBalance: z.boolean(),
    hasEnoughGas: z.boolean(),
    platformFee: FeeRate.optional(),
    protocolFee: FeeRate.optional(),
  })
  .meta({ id: "CalldataMetadata" });
export type CalldataMetadata = z.infer<typeof CalldataMetadata>;

export const SameChainCalldata = z
  .object({
    transactions: z.array(Transaction),
    metadata: CalldataMetadata,
    /** With `isSafe=true`. */
    safeTransaction: SafeTransactionValue.optional(),
    /** Of a request in another currency than it is paid in. */
    quote: Quote.optional(),
    /** Of a payment to a bank account: what it receives, and what that costs. */
    offramp: Offramp.optional(),
  })
  .meta({ id: "SameChainCalldata" });
export type SameChainCalldata = z.infer<typeof SameChainCalldata>;

/**
 * Transactions on the payer's own network for a request on another one (PC-07, PC-08): the approval is always there,
 * after one that resets it where the token wants that. `quoteExpiresAt` is in seconds since 1970; `sourceAmount` is all
 * that leaves the wallet, the bridge's fee included.
 */
export const CrosschainCalldata = z
  .object({
    transactions: z.array(Transaction),
    metadata: z.object({
      stepsRequired: z.number(),
      needsApproval: z.boolean(),
      approvalTransactionIndex: z.number().nullable(),
      paymentTransactionIndex: z.number(),
      routeType: z.literal("crosschain"),
      quoteExpiresAt: z.number(),
      hasEnoughBalance: z.boolean(),
      hasEnoughGas: z.boolean(),
      sourceAmount: z.string(),
      /** The bridge takes the deposit until then (MS-08): a Safe has to execute it before. Unix seconds. */
      executionDeadline: z
        .int()
        .min(1)
        .describe("Until when the transaction has to be in a block, in Unix seconds."),
      platformFee: FeeRate.optional(),
      protocolFee: FeeRate.optional(),
    }),
    /** With `isSafe=true`. */
    safeTransaction: SafeTransactionValue.optional(),
    /** Of a request in another currency than it is paid in. */
    quote: Quote.optional(),
  })
  .meta({ id: "CrosschainCalldata" });
export type CrosschainCalldata = z.infer<typeof CrosschainCalldata>;

/** With `method=deposit`: no transaction, but an address that a plain transfer goes to. */
export const DepositAnswer = z
  .object({ depositAddress: DepositAddress.describe("The address that a plain transfer goes to.") })
  .meta({ id: "DepositAnswer" });

/** The narrower first: an answer is read by the first that it fits. */
export const PayCalldata = z.union([DepositAnswer, CrosschainCalldata, SameChainCalldata]);
export type PayCalldata = z.infer<typeof PayCalldata>;

export const RequestParams = z.object({ requestId: z.string() });

/** Networks a payer may pay from, as the wire names them (behaviour.md §6.1). */
export const SourceChain = z.enum(SOURCE_CHAINS).meta({ id: "SourceChain" });

/** Of the token's precision the verb knows. */
const AmountText = z.string().superRefine((text, check) => {
  try {
    parseAmount(text, decimalsIn(text));
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
    check.addIssue({ code: "custom", message: error.message });
  }
});

const FeeAddress = z
  .string()
  .refine((text) => typeof parseAnyAddress(text) === "object", "feeAddress is not an address");

const payment = { amount: AmountText.optional(), ...feeFields, feeAddress: FeeAddress.optional() };

/** What says something about a wallet, or about a part: an address takes whatever comes. */
const NOT_OF_DEPOSITS = [
  "wallet",
  "isSafe",
  "chain",
  "token",
  "clientUserId",
  "paymentDetailsId",
  "rebind",
  "amount",
] as const;

/** How a payer wants to pay a request (PC-01). What the request's network and token allow is for the verb. */
export const PayQuery = z
  .object({
    wallet: WalletText.optional(),
    /** The wallet is a Safe; needs `wallet`. */
    isSafe: BooleanText.optional().describe("Whether the wallet is a Safe; needs `wallet`."),
    chain: SourceChain.optional(),
    token: z.enum(["USDC", "USDT"]).optional(),
    method: z
      .enum(["deposit"])
      .optional()
      .describe("`deposit` for an address that a plain transfer goes to, in place of transactions."),
    clientUserId: z.string().optional(),
    paymentDetailsId: z.string().optional(),
    /** Closes the deposit address of a payment to a bank account and opens one for this wallet and account. */
    rebind: z
      .enum(["true", "false"])
      .optional()
      .describe(
        "`true` closes the open deposit address of a payment to a bank account with the provider and opens one for this wallet and bank account.",
      ),
    ...payment,
  })
  .superRefine(requireFeePair, BESIDE_OTHER_ISSUES)
  .superRefine((query, check) => {
    if (query.method === undefined) return;
    for (const field of NOT_OF_DEPOSITS) {
      if (query[field] === undefined) continue;
      const message = `${field} does not go together with method=deposit`;
      check.addIssue({ code: "custom", message, path: [field] });
    }
  }, BESIDE_OTHER_ISSUES)
  .superRefine(({ chain, token, isSafe, wallet }, check) => {
    if (isSafe === "true" && wallet === undefined) {
      check.addIssue({ code: "custom", message: "wallet is required with isSafe", path: ["wallet"] });
    }
    if ((chain === undefined) === (token === undefined)) return;
    const missing = chain === undefined ? "chain" : "token";
    check.addIssue({ code: "custom", message: "chain and token come together", path: [missing] });
  }, BESIDE_OTHER_ISSUES);
export type PayQuery = z.infer<typeof PayQuery>;

export const RoutesQuery = z
  .object({ wallet: WalletText, ...payment })
  .superRefine(requireFeePair, BESIDE_OTHER_ISSUES);
export type RoutesQuery = z.infer<typeof RoutesQuery>;

const FeeBreakdownItem = z.object({
  type: z.enum(["protocol", "gas", "platform", "crosschain", "crypto-to-fiat", "offramp"]).optional(),
  stage: z.enum(["sending", "receiving", "proxying", "refunding", "overall"]).optional(),
  ...feeFacts,
});
export type FeeBreakdownItem = z.infer<typeof FeeBreakdownItem>;

/**
 * One way to pay (RT-02). `fee` is all that is paid on top, but for the network's gas, as a decimal fraction of the
 * amount: 0.01 for 1 %. `feeInUSD` is the same in USD, where its worth is known.
 */
export const PaymentRoute = z.object({
  id: z.string(),
  fee: z.number().describe("What this way to pay costs on top, as a share of the amount."),
  feeInUSD: z.string().optional().describe("What this way to pay costs, in US dollars."),
  feeBreakdown: z.array(FeeBreakdownItem).optional().describe("The costs of this way to pay, one by one."),
  speed: z.union([z.string(), z.number()]).describe("About how long this way to pay takes, in seconds."),
  price_impact: z
    .number()
    .optional()
    .describe("How much the exchange moves the price, as a share of the amount."),
  chain: z.string().describe("Network that this way pays from."),
  token: z.string(),
});
export type PaymentRoute = z.infer<typeof PaymentRoute>;

/** `platformFee` is part of every route's fee. */
export const RequestRoutes = z.object({
  routes: z.array(PaymentRoute).describe("The ways to pay, the best one first."),
  platformFee: FeeRate.optional(),
});
export type RequestRoutes = z.infer<typeof RequestRoutes>;
