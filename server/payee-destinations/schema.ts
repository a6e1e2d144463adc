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
    accessPolicy: StoredAccessPolicy.nullable().describe(
      "Who may see and pay: allowed wallets and screening.",
    ),
    binaryInteropAddress: z.string().describe("The destination as one ERC-7930 value in hex."),
    humanReadableInteropAddress: z.string().describe("The destination as people read it."),
    claimed: z.boolean().describe("Whether the wallet's owner has taken the destination."),
    active: z.boolean().describe("Whether payments arrive here."),
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
  accessPolicy: DestinationAccessPolicy.optional().describe(
    "Who may see and pay: allowed wallets and screening.",
  ),
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
  action: z
    .enum(["add", "deactivate"])
    .describe("What is to be signed: adding a destination or deactivating it."),
  tokenAddress: z.string(),
  chainId: z.string().regex(/^\d{1,15}$/, "chainId must be a whole number"),
});
export type SigningDataQuery = z.infer<typeof SigningDataQuery>;

const TypedField = z.object({
  name: z.string().describe("Name of the field."),
  type: z.string().describe("EIP-712 type of the field."),
});

/** EIP-712 typed data, ready for `eth_signTypedData_v4` (D-05). */
export const SigningData = z
  .object({
    nonce: z.string(),
    expiresAt: z.iso.datetime().describe("Until when the signature can be handed in."),
    domain: z.object({
      name: z.string().describe("Name of the EIP-712 domain."),
      version: z.string(),
      chainId: z.int(),
    }),
    types: z.record(z.string(), z.array(TypedField)),
    primaryType: z.string().describe("EIP-712 name of what is signed."),
    message: z.object({
      action: z.string().describe("What the signature allows."),
      walletAddress: z.string(),
      tokenAddress: z.string(),
      chainId: z.int(),
      nonce: z.string(),
      expiresAt: z.int().describe("Until when the signature can be handed in, in Unix seconds."),
    }),
  })
  .meta({ id: "DestinationSigningData" });
export type SigningData = z.infer<typeof SigningData>;

const SIGNATURE = /^0x([0-9a-fA-F]{2}){65,8192}$/;

/** What the wallet made of it (PE-04). */
export const SignedDestinationAction = z
  .object({
    /** 65 bytes of a key; longer ones are taken from contract wallets. */
    signature: z
      .string()
      .regex(SIGNATURE, "Must be 0x and at least 130 hex characters")
      .describe("`0x` and hex characters: 65 bytes of a key; longer ones are taken from contract wallets."),
    nonce: storableText.min(1).max(128),
  })
  .meta({ id: "SignedDestinationAction" });
export type SignedDestinationAction = z.infer<typeof SignedDestinationAction>;
