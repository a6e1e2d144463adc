import { hashTypedData } from "viem/utils";
import { type Consent, typedDataOf } from "@/server/auth/proofs/consent";
import type { Hex } from "@/server/chains/contract-addresses";

/** The 32 bytes that stand for a consent: the EIP-712 hash of what is signed, and the challenge of a passkey. */
export function consentHash(service: string, consent: Consent): Hex {
  return hashTypedData(typedDataOf(service, consent));
}
