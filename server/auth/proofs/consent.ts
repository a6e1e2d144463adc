import type { Hex } from "@/server/chains/contract-addresses";

/** What a person can be asked to consent to. A proof for one of these is worth nothing for another. */
const PURPOSES = {
  "step-up": { type: "StepUp", words: "Confirm a change that I am making now" },
  approval: { type: "Approval", words: "Approve a change that somebody else asked for" },
} as const;
export type ProofPurpose = keyof typeof PURPOSES;

/** What a person consents to. Every field is part of what is signed. */
export interface Consent {
  purpose: ProofPurpose;
  /** What will happen, in plain words. */
  action: string;
  /** The account that it happens to: its name and its ID. */
  account: string;
  /** Names the exact content. Make it from content that is never asked for twice, such as one with the ID of a row. */
  digest: Hex;
  /** After this moment a proof is refused. */
  expiresAt: Date;
}

/** A part of what is signed that takes up one line, whatever it is made of. */
function line(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, " ").trim();
}

const FIELDS = [
  { name: "purpose", type: "string" },
  { name: "action", type: "string" },
  { name: "account", type: "string" },
  { name: "service", type: "string" },
  { name: "digest", type: "bytes32" },
  { name: "expires", type: "string" },
] as const;

/**
 * What an EVM wallet signs (EIP-712) and shows. `service` is the address of this installation's dashboard: a signature for
 * one installation is worth nothing at another. No chain is named, because nothing happens on one.
 */
export function typedDataOf(service: string, consent: Consent) {
  const { type, words } = PURPOSES[consent.purpose];
  return {
    domain: { name: "Quittance", version: "1" },
    types: {
      EIP712Domain: [
        { name: "name", type: "string" },
        { name: "version", type: "string" },
      ],
      [type]: FIELDS.map((field) => ({ ...field })),
    } as Record<string, { name: string; type: string }[]>,
    primaryType: type,
    message: {
      purpose: words,
      action: line(consent.action),
      account: line(consent.account),
      service,
      digest: consent.digest,
      expires: consent.expiresAt.toISOString(),
    },
  };
}

/** What a Tron wallet signs and shows, as a text: wallets there have no typed data that all of them know. */
export function messageOf(service: string, address: string, consent: Consent): string {
  const { message } = typedDataOf(service, consent);
  return [
    `${new URL(service).host} asks you to confirm with your Tron account:`,
    address,
    "",
    `${message.purpose}: ${message.action}`,
    "",
    `Account: ${message.account}`,
    `Service: ${message.service}`,
    `Digest: ${message.digest}`,
    `Expiration Time: ${message.expires}`,
  ].join("\n");
}
