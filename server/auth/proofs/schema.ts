import { z } from "zod";
import { PasskeyAnswer } from "@/server/auth/passkeys/answers";
import { WALLET_SIGNATURE } from "@/server/chains/wallets/contract-wallet";

const WalletProof = z
  .object({
    kind: z.literal("wallet").describe("A wallet that the person signs in with."),
    address: z.string().max(100).describe("Its address."),
    signature: z
      .string()
      .regex(WALLET_SIGNATURE)
      .describe("`0x` and hex characters: what the wallet made of its `typedData` or `message`."),
  })
  .meta({ id: "WalletProof" });

const PasskeyProof = z
  .object({
    kind: z.literal("passkey").describe("A passkey that the person signs in with."),
    response: PasskeyAnswer.describe("What `navigator.credentials.get` gave, in its JSON form."),
  })
  .meta({ id: "PasskeyProof" });

/** A proof as clients send it: which of the person's credentials signed, and the signature. */
export const Proof = z.discriminatedUnion("kind", [WalletProof, PasskeyProof]);
export type Proof = z.infer<typeof Proof>;

const TypedData = z.object({
  domain: z.object({ name: z.string(), version: z.string() }),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string().describe("Which of `types` the message is."),
  message: z.record(z.string(), z.string()),
});

const WalletRequest = z.object({
  address: z.string().describe("A wallet of the person."),
  family: z.enum(["evm", "tron"]).describe("Its family of networks."),
  chainId: z.int().nullable().describe("The chain of a contract wallet; null for the wallet of a key."),
  typedData: TypedData.nullable().describe("What it signs on EVM networks (EIP-712); null on Tron."),
  message: z
    .string()
    .nullable()
    .describe("The text that it signs on Tron, exactly as it is; null on EVM networks."),
});

const PasskeyAsked = z
  .object({
    challenge: z.string().describe("The 32 bytes that stand for all that is signed, as base64url."),
    rpId: z.string().describe("Host that the passkeys belong to."),
    timeout: z.int().describe("How long the browser waits, in milliseconds."),
    userVerification: z.literal("required").describe("The device recognises its person."),
    allowCredentials: z
      .array(
        z.object({
          type: z.literal("public-key"),
          id: z.string().describe("ID of the passkey, as base64url."),
        }),
      )
      .describe("The passkeys that count."),
  })
  .describe("For `navigator.credentials.get`, in its JSON form.");
export type PasskeyAsked = z.infer<typeof PasskeyAsked>;

/** What has to be signed, for each credential of the person. One of them is enough. */
export const ProofRequest = z
  .object({
    wallets: z.array(WalletRequest).describe("Wallets of the person; empty where there are none."),
    passkey: PasskeyAsked.nullable().describe(
      "What any passkey of the person signs; null where there is none.",
    ),
  })
  .meta({ id: "ProofRequest" });
export type ProofRequest = z.infer<typeof ProofRequest>;
