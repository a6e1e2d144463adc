import { SignClient } from "@walletconnect/sign-client";
import type { Hex } from "viem";
import { z } from "zod";
import type { LocalSafe } from "@/local/chains/local-safe";
import type { Stack } from "@/local/running-stack/stack-file";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { ownersOf, type SafeOwners } from "./safe-owners";

/** What the interface of a Safe offers over WalletConnect. */
const METHODS = [
  "eth_sendTransaction",
  "personal_sign",
  "eth_signTypedData_v4",
  "wallet_getCapabilities",
  "wallet_sendCalls",
  "wallet_getCallsStatus",
];
const CHAIN = `eip155:${EVM_NETWORKS.sepolia.chainId}`;
const Batch = z.object({
  calls: z.array(z.object({ to: z.string(), data: z.string(), value: z.string().default("0x0") })),
});

/** The interface of a Safe at the other end of a session of WalletConnect. */
export interface PairedSafe extends SafeOwners {
  /** Methods the page asked for, in their order. */
  asked: string[];
  close(): Promise<void>;
}

/**
 * Pairs a Safe with the page that shows `uri`, as its interface does, through the relay at `relayUrl`: a real session,
 * sealed end to end. A batch is proposed to the owners, and its ID is the `safeTxHash`.
 */
export async function pairSafe(
  stack: Stack,
  relayUrl: string,
  safe: LocalSafe,
  uri: string,
): Promise<PairedSafe> {
  const client = await SignClient.init({
    projectId: "0".repeat(32),
    relayUrl,
    telemetryEnabled: false,
    storageOptions: { database: ":memory:" },
    customStoragePrefix: safe.address,
    metadata: {
      name: "Safe",
      description: "A Safe of the journeys",
      url: "https://safe.localhost",
      icons: [],
    },
  });
  const owners = ownersOf(stack, safe);
  const asked: string[] = [];

  async function answer(method: string, params: unknown): Promise<unknown> {
    switch (method) {
      case "wallet_getCapabilities":
        return { [hex(EVM_NETWORKS.sepolia.chainId)]: { atomic: { status: "supported" } } };
      case "wallet_sendCalls": {
        const { calls } = z.tuple([Batch]).parse(params)[0];
        const id = await owners.propose(
          calls.map(({ to, data, value }) => ({
            to: to as Hex,
            data: data as Hex,
            value: String(BigInt(value)),
          })),
        );
        return { id };
      }
      case "wallet_getCallsStatus":
        return { version: "2.0.0", id: owners.proposals.at(-1)?.safeTxHash, status: 100, receipts: [] };
      default:
        throw new Error(`${method} is not offered`);
    }
  }

  client.on("session_request", async ({ id, topic, params: { request } }) => {
    asked.push(request.method);
    const told = await answer(request.method, request.params).then(
      (result) => ({ id, jsonrpc: "2.0", result }),
      (error) => ({ id, jsonrpc: "2.0", error: { code: 5000, message: String(error) } }),
    );
    await client.respond({ topic, response: told });
  });
  const paired = new Promise<void>((resolve, reject) => {
    client.on("session_proposal", ({ id }) => {
      const namespaces = {
        eip155: {
          chains: [CHAIN],
          accounts: [`${CHAIN}:${safe.address}`],
          methods: METHODS,
          events: ["chainChanged", "accountsChanged"],
        },
      };
      client
        .approve({ id, namespaces })
        .then(({ acknowledged }) => acknowledged())
        .then(() => resolve(), reject);
    });
  });
  await client.pair({ uri });
  await paired;
  return {
    ...owners,
    asked,
    close: () => client.core.relayer.transportClose(),
  };
}

function hex(number: number): Hex {
  return `0x${number.toString(16)}`;
}
