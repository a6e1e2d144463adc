import { z } from "zod";

/** `0x` and this many bytes, lower case. */
const hexOf = (bytes: number) =>
  z.templateLiteral(["0x", z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`))]);
const digits = z.string().regex(/^(0|[1-9]\d*)$/);

/** The structured data that is signed (EIP-712). A change of any word here is a new `version` of the domain. */
export const QUITTANCE_TYPES = {
  Quittance: [
    { name: "requestId", type: "string" },
    { name: "reference", type: "string" },
    { name: "payee", type: "string" },
    { name: "currency", type: "string" },
    { name: "amount", type: "string" },
    { name: "paidAt", type: "string" },
    { name: "transfers", type: "Transfer[]" },
  ],
  Transfer: [
    { name: "network", type: "string" },
    { name: "chainId", type: "uint256" },
    { name: "transactionHash", type: "bytes32" },
    { name: "blockNumber", type: "uint256" },
    { name: "blockHash", type: "bytes32" },
    { name: "logIndex", type: "uint256" },
    { name: "paymentReference", type: "bytes8" },
    { name: "payer", type: "string" },
    { name: "payee", type: "string" },
    { name: "token", type: "string" },
    { name: "amount", type: "uint256" },
    { name: "decimals", type: "uint8" },
  ],
} as const;

const QuittanceTransfer = z.object({
  network: z.string(),
  chainId: z.number().int().positive(),
  transactionHash: hexOf(32),
  blockNumber: digits,
  blockHash: hexOf(32),
  /** Position of the payment event in its block. */
  logIndex: z.number().int().nonnegative(),
  paymentReference: hexOf(8),
  /** Empty where the chain does not tell. */
  payer: z.string(),
  payee: z.string(),
  /** Address of the token as its network writes it, or `native`. */
  token: z.string(),
  /** Base units of the token. */
  amount: digits,
  decimals: z.number().int().min(0).max(255),
});
export type QuittanceTransfer = z.infer<typeof QuittanceTransfer>;

const QuittanceMessage = z.object({
  requestId: z.string(),
  /** The merchant's own words; empty without any. */
  reference: z.string(),
  payee: z.string(),
  /** Currency ID, as `USDC-base`. */
  currency: z.string(),
  /** What was asked for, human-readable. */
  amount: z.string(),
  /** Time of the block that covered the amount. */
  paidAt: z.iso.datetime(),
  transfers: z.array(QuittanceTransfer).min(1),
});
export type QuittanceMessage = z.infer<typeof QuittanceMessage>;

const field = z.object({ name: z.string(), type: z.string() });

/**
 * A quittance: which transfers paid a request, signed by the service. Complete EIP-712 typed data, so that any
 * library checks it without this one.
 */
export const Quittance = z
  .object({
    domain: z.object({ name: z.literal("Quittance"), version: z.literal("1") }),
    types: z.object({ Quittance: z.array(field), Transfer: z.array(field) }),
    primaryType: z.literal("Quittance"),
    message: QuittanceMessage,
    /** EIP-55; compare it with the one the service publishes. */
    signer: z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{40}$/)]),
    signature: hexOf(65),
  })
  .meta({ id: "Quittance" });
export type Quittance = z.infer<typeof Quittance>;

/** What is hashed and signed for a message; always our own types, whatever a document says about itself. */
export function typedDataOf(message: QuittanceMessage) {
  return {
    domain: { name: "Quittance", version: "1" } as const,
    types: QUITTANCE_TYPES,
    primaryType: "Quittance" as const,
    message: {
      ...message,
      transfers: message.transfers.map((transfer) => ({
        ...transfer,
        chainId: BigInt(transfer.chainId),
        blockNumber: BigInt(transfer.blockNumber),
        logIndex: BigInt(transfer.logIndex),
        amount: BigInt(transfer.amount),
      })),
    },
  };
}
