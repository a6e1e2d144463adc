import { z } from "zod";
import { WALLET_SIGNATURE } from "@/server/chains/wallets/contract-wallet";

/** A proof as clients send it: which of the person's credentials signed, and the signature. */
export const Proof = z
  .object({
    kind: z.literal("wallet").describe("A wallet that the person signs in with."),
    address: z.string().max(100).describe("Its address."),
    signature: z
      .string()
      .regex(WALLET_SIGNATURE)
      .describe("`0x` and hex characters: what the wallet made of its `typedData` or `message`."),
  })
  .meta({ id: "Proof" });
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

/** What has to be signed, for each credential of the person. One of them is enough. */
export const ProofRequest = z
  .object({ wallets: z.array(WalletRequest).describe("Wallets of the person; empty where there are none.") })
  .meta({ id: "ProofRequest" });
export type ProofRequest = z.infer<typeof ProofRequest>;
