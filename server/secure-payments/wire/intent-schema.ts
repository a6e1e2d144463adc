import { z } from "zod";
import { isEvmNetworkId, NETWORK_IDS, type NetworkId } from "@/server/chains/networks";
import { TOKENS } from "@/server/currencies/tokens";
import { BESIDE_OTHER_ISSUES } from "@/server/lib/cross-field";
import { SourceChain } from "@/server/requests/paying/calldata-schema";
import { announcedRoute } from "@/server/secure-payments/wire/announced-route";

export const TxHash = z.string().regex(/^0x[a-fA-F0-9]{64}$/);
export const Deadline = z.int().min(1);

/** Every name a client of the published API may send; what it says is only kept. */
const PUBLISHED_NETWORKS = [
  "mainnet",
  "optimism",
  "bsc",
  "xdai",
  "fuse",
  "matic",
  "fantom",
  "zksynceratestnet",
  "zksyncera",
  "core",
  "moonbeam",
  "mantle",
  "mantle-testnet",
  "tombchain",
  "base",
  "arbitrum-one",
  "avalanche",
  "base-sepolia",
  "sepolia",
  "tron",
  "nile",
] as const;
const SOURCE_NETWORKS = [
  ...new Set<NetworkId | (typeof PUBLISHED_NETWORKS)[number]>([...PUBLISHED_NETWORKS, ...NETWORK_IDS]),
];

/** Everything that a link on a network with a source name can be paid in, coins included. */
const SYMBOLS = new Set(TOKENS.filter(({ network }) => isEvmNetworkId(network)).map(({ symbol }) => symbol));

/** What a payer says they have sent (SI-01, SI-02). */
export const IntentBody = z
  .object({
    txHash: TxHash.optional(),
    safeTxHash: TxHash.optional(),
    chain: SourceChain,
    token: z.enum([...SYMBOLS]).describe("Symbol of the token the payer pays with."),
    executionKind: z.enum(["evm_same_chain", "evm_cross_chain"]).optional(),
    safePaymentDeadline: Deadline.optional(),
    payerAddress: z.string().optional(),
    payerEoaAddress: z.string().optional(),
    sourceNetwork: z.enum(SOURCE_NETWORKS).optional(),
    ...announcedRoute,
  })
  .superRefine(({ txHash, safeTxHash, safePaymentDeadline }, check) => {
    if ((txHash === undefined) === (safeTxHash === undefined)) {
      const message = "Give exactly one of txHash and safeTxHash";
      check.addIssue({ code: "custom", message, path: ["txHash"] });
    }
    if (safePaymentDeadline !== undefined && safeTxHash === undefined) {
      const message = "safePaymentDeadline needs safeTxHash";
      check.addIssue({ code: "custom", message, path: ["safePaymentDeadline"] });
    }
  }, BESIDE_OTHER_ISSUES)
  .meta({ id: "SinglePaymentIntent" });
export type IntentBody = z.infer<typeof IntentBody>;

/** SI-03. */
export const IntentRecorded = z
  .object({
    intentId: z.string().describe("ID of the announced payment."),
    paymentReference: z.string(),
    txHash: z.string().optional(),
    safeTxHash: z.string().optional(),
    safePaymentDeadline: Deadline.optional(),
    isListening: z.boolean(),
    payerAddress: z.string().optional(),
  })
  .meta({ id: "SinglePaymentIntentRecorded" });
export type IntentRecorded = z.infer<typeof IntentRecorded>;
