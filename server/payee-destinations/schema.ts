import { z } from "zod";
import { storableText } from "@/server/lib/text";
import { DestinationAccessPolicy, StoredAccessPolicy } from "@/server/payee-destinations/access-policy";

/** A destination as its owner reads it (behaviour.md §9.1). */
export const DestinationRecord = z
  .object({
    id: z.string(),
    destinationId: z.string(),
    walletAddress: z.string(),
    tokenAddress: z.string(),
    chainId: z.int(),
    accessPolicy: StoredAccessPolicy.nullable(),
    binaryInteropAddress: z.string(),
    humanReadableInteropAddress: z.string(),
    claimed: z.boolean(),
    active: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "PayeeDestination" });
export type DestinationRecord = z.infer<typeof DestinationRecord>;

/** `POST` and `PUT /v1/payee-destination` (PD-01, PD-04). */
export const DestinationBody = z.object({
  tokenAddress: z.string(),
  chainId: z.int(),
  /** May be named, but only as the wallet that signed in (PD-01). */
  walletAddress: z.string().optional(),
  accessPolicy: DestinationAccessPolicy.optional(),
});
export type DestinationBody = z.infer<typeof DestinationBody>;

/** `PATCH /v1/payee-destination/wallet-change/cancel` (PD-13). */
export const WalletChangeCancelled = z.object({
  changeRequestId: z.string().min(1).describe("Change that waits for signatures."),
});

export const DestinationQuery = z.object({ destinationId: z.string() });
export const WalletQuery = z.object({ walletAddress: z.string() });

/** What any session may know about any wallet before paying it (PD-07). */
export const PayoutLookup = DestinationRecord.pick({
  destinationId: true,
  walletAddress: true,
  tokenAddress: true,
  chainId: true,
  claimed: true,
}).meta({ id: "PayoutLookup" });
export type PayoutLookup = z.infer<typeof PayoutLookup>;

export const SigningDataQuery = z.object({
  walletAddress: z.string(),
  action: z.enum(["add", "deactivate"]),
  tokenAddress: z.string(),
  chainId: z.string().regex(/^\d{1,15}$/, "chainId must be a whole number"),
});
export type SigningDataQuery = z.infer<typeof SigningDataQuery>;

const TypedField = z.object({ name: z.string(), type: z.string() });

/** EIP-712 typed data, ready for `eth_signTypedData_v4` (D-05). */
export const SigningData = z
  .object({
    nonce: z.string(),
    expiresAt: z.iso.datetime(),
    domain: z.object({ name: z.string(), version: z.string(), chainId: z.int() }),
    types: z.record(z.string(), z.array(TypedField)),
    primaryType: z.string(),
    message: z.object({
      action: z.string(),
      walletAddress: z.string(),
      tokenAddress: z.string(),
      chainId: z.int(),
      nonce: z.string(),
      expiresAt: z.int(),
    }),
  })
  .meta({ id: "DestinationSigningData" });
export type SigningData = z.infer<typeof SigningData>;

const SIGNATURE = /^0x([0-9a-fA-F]{2}){65,8192}$/;

/** What the wallet made of it (PE-04). */
export const SignedDestinationAction = z
  .object({
    /** 65 bytes of a key; longer ones are taken from contract wallets. */
    signature: z.string().regex(SIGNATURE, "Must be 0x and at least 130 hex characters"),
    nonce: storableText.min(1).max(128),
  })
  .meta({ id: "SignedDestinationAction" });
export type SignedDestinationAction = z.infer<typeof SignedDestinationAction>;
