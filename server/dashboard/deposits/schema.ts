import { z } from "zod";
import { MAX_COLLECTED } from "@/server/chains/deposit-collection";
import { NETWORK_IDS } from "@/server/chains/networks";
import { PaymentFlow } from "@/server/dashboard/payments-schema";
import { SafeTransactionValue, Transaction } from "@/server/requests/paying/calldata-schema";
import { DepositTermsOnWire } from "@/server/requests/paying/deposit/schema";
import { WalletText } from "@/server/requests/paying/payer-wallet";

/** Money at one deposit address that nobody has collected. Amounts are decimal strings in the currency of the group. */
export const WaitingDeposit = z
  .object({
    address: z.string().describe("The deposit address."),
    requestId: z.string(),
    flow: PaymentFlow.describe("Whether the account asked for the payment or makes it."),
    reference: z.string().nullable(),
    payee: z.string().describe("Who gets the money when it is collected."),
    amount: z.string().describe("What arrived and was not collected, fees included."),
    payeeAmount: z.string().describe("What of it the payee gets."),
    confirmedAmount: z.string().describe("What of it is in blocks that are deep enough to be believed."),
    isCollectable: z.boolean().describe("Whether something of it is confirmed, so that it can be collected."),
    since: z.iso.datetime().describe("When the first of it arrived."),
  })
  .meta({ id: "WaitingDeposit" });
export type WaitingDeposit = z.infer<typeof WaitingDeposit>;

/** What waits at the deposit addresses of one network in one currency. */
export const WaitingDeposits = z
  .object({
    network: z.enum(NETWORK_IDS),
    currency: z.string(),
    currencyId: z.string(),
    addresses: z.int().describe("Number of addresses at which something waits."),
    amount: z.string().describe("What waits at them, fees included."),
    collectableAddresses: z.int().describe("Number of those that can be collected from."),
    collectableAmount: z.string().describe("What waits at those that can be collected from, fees included."),
    deposits: z
      .array(WaitingDeposit)
      .describe(
        `The first ${MAX_COLLECTED} of them: what can be collected before what cannot, the oldest first.`,
      ),
  })
  .meta({ id: "WaitingDeposits" });
export type WaitingDeposits = z.infer<typeof WaitingDeposits>;

/** `GET /v1/dashboard/deposits`. */
export const DepositsToCollect = z
  .object({
    groups: z.array(WaitingDeposits).describe("By network and currency; empty where nothing waits."),
    mostAtOnce: z.int().describe("The most addresses that one transaction collects from."),
  })
  .meta({ id: "DepositsToCollect" });
export type DepositsToCollect = z.infer<typeof DepositsToCollect>;

/** `POST /v1/dashboard/deposits/collect`. */
export const CollectBody = z
  .object({
    network: z.enum(NETWORK_IDS),
    addresses: z
      .array(z.string().max(64))
      .min(1)
      .max(MAX_COLLECTED)
      .optional()
      .describe(
        "Deposit addresses of the account on this network to collect from; when absent those at which money waits longest, as many as fit.",
      ),
    wallet: WalletText.optional().describe(
      "The wallet that will send the transaction; says whether it has the gas.",
    ),
    isSafe: z.boolean().optional().describe("Whether the wallet is a Safe; needs `wallet`."),
  })
  .superRefine(({ isSafe, wallet }, check) => {
    if (!isSafe || wallet !== undefined) return;
    check.addIssue({ code: "custom", message: "wallet is required with isSafe", path: ["wallet"] });
  })
  .meta({ id: "CollectBody" });
export type CollectBody = z.infer<typeof CollectBody>;

/** Why an address is not in the transaction. */
export const LEFT_OUT = [
  /** Nothing that was not collected has arrived, as far as the service has seen. */
  "nothing_waits",
  /** What arrived is not yet in blocks that are deep enough. */
  "not_confirmed",
  /** The chain has nothing at the address: somebody collected it a moment ago. */
  "empty",
  /** The chain refuses to forward it now: the issuer froze one of its wallets, or only a fee is left there. */
  "refused",
] as const;

/** One address that the transaction collects from. */
const CollectedDeposit = z.object({
  address: z.string().describe("The deposit address."),
  requestId: z.string(),
  currency: z.string(),
  currencyId: z.string(),
  amount: z.string().describe("What arrived and was not collected, fees included."),
  payeeAmount: z.string().describe("What of it the payee gets."),
  terms: DepositTermsOnWire.describe(
    "What the address is made of, as 20-byte addresses and whole base units (docs/contract/deposits.md).",
  ),
});

/** One address of which nothing is in the transaction. */
const LeftOutDeposit = z.object({
  address: z.string().describe("The deposit address."),
  requestId: z.string(),
  reason: z
    .enum(LEFT_OUT)
    .describe(
      "`nothing_waits`: nothing was seen there that was not collected; `not_confirmed`: not deep enough in the chain yet; `empty`: the chain has nothing there now; `refused`: the chain does not forward it now, as where the issuer of the token froze a wallet.",
    ),
});
export type LeftOutDeposit = z.infer<typeof LeftOutDeposit>;

/** The transaction that collects, with what it does and costs. Nothing is written by preparing it. */
export const CollectionPrepared = z
  .object({
    network: z.enum(NETWORK_IDS),
    deposits: z.array(CollectedDeposit).describe("What the transaction collects, in its order."),
    leftOut: z.array(LeftOutDeposit).describe("What it does not collect, and why."),
    transactions: z
      .array(Transaction)
      .describe("One transaction, which any wallet may send; none where nothing can be collected."),
    safeTransaction: SafeTransactionValue.optional().describe(
      "The same as a transaction of the Safe; with `isSafe`.",
    ),
    metadata: z.object({
      estimatedNetworkFee: z
        .string()
        .nullable()
        .describe("Estimated cost of the transaction, in the network's coin; null where no node answers."),
      networkFeeCurrency: z.string().describe("Symbol of the network's coin."),
      estimatedNetworkFeeUsd: z
        .string()
        .nullable()
        .describe("The same in US dollars; null where the coin has no price."),
      hasEnoughGas: z
        .boolean()
        .nullable()
        .describe("Whether the wallet has that much of the coin; null where no wallet was named."),
      feeLimit: z
        .string()
        .nullable()
        .describe("On Tron: the most TRX that the transaction may burn, in sun; null on other networks."),
    }),
  })
  .meta({ id: "CollectionPrepared" });
export type CollectionPrepared = z.infer<typeof CollectionPrepared>;
