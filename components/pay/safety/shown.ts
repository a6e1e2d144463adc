import type { NetworkId } from "@/server/chains/networks";

/**
 * What the payer is shown, and so what may be signed (PP-01). The amounts, recipients and network that the page draws
 * have to agree with it (`contradiction.ts`); labels, names and merchant texts are not part of it, because none of
 * them is compared. It is plain JSON: amounts are base units as decimal text.
 */
export interface ShownPayment {
  kind: "single" | "batch" | "bundle";
  network: NetworkId;
  /** All transfers in their order: each payment, followed by the fees that travel under a reference of their own. */
  legs: ShownLeg[];
  /** The wallet that passed the gate, EIP-55 or Base58; null while none was named. Only that one may pay. */
  payer: string | null;
}

/** One transfer. */
export interface ShownLeg {
  role: "payment" | "fee";
  /** Position of the payment this belongs to: the item of a batch, the child of a bundle, 0 for a single link. */
  item: number;
  /** Canonical ID of the token, `USDC-sepolia`; its address comes from the table in the page. */
  currency: string;
  amount: string;
  recipient: ShownRecipient;
  /** The 8 bytes of the payment reference, `0x` and 16 hex digits. */
  reference: string;
  /** A fee that the same transfer carries, on top of `amount`. */
  fee: { amount: string; address: string } | null;
}

/** Whom a transfer reaches. */
export interface ShownRecipient {
  /** In full; shortened (`0x12…abcd`) where the recipient hides it. */
  address: string;
  /** For a shortened one, `recipientCommitment` of the full address, so that no other fits; null for a full one. */
  commitment: string | null;
}
