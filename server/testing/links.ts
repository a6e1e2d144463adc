import { apiKeys, payeeDestinations } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { NETWORKS, type NetworkId } from "@/server/chains/networks";
import { inTransaction } from "@/server/context";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { newId } from "@/server/lib/ids";
import { destinationId } from "@/server/payee-destinations/interop-address";
import { createClientId } from "@/server/platforms/client-ids/create-client-id";
import { newSecretKey } from "@/server/platforms/new-secret-key";
import type { TestApi } from "@/server/testing/api";
import { aSession, aWallet, type TestSession } from "@/server/testing/credentials";
import { aTronWallet } from "@/server/testing/sign-in";

export const PAGE_ORIGIN = "https://shop.example";

/** An account that takes part in links: a wallet that signs in, with an active destination. */
export interface Merchant {
  platformId: string;
  wallet: string;
  /** Row and ID of the destination. */
  destinationRow: string;
  destinationId: string;
  session: TestSession;
  key: Record<string, string>;
  /** Of a browser client ID that is bound to the destination, with its origin. */
  browser: Record<string, string>;
  browserRow: string;
}

/** A new merchant who is paid in `currency` (USDC on Sepolia when absent). */
export async function aMerchant(
  api: TestApi,
  options: { currency?: string; accessPolicy?: unknown; wallet?: string } = {},
): Promise<Merchant> {
  const { currency = "USDC-sepolia", accessPolicy = null } = options;
  const token = contractToken(currency);
  const { family } = NETWORKS[token.network];
  const wallet = options.wallet ?? (family === "tron" ? aTronWallet().address : aWallet());
  const session = await aSession(api, { wallet: { address: wallet, family } });
  const { platformId } = session;
  const route = destinationId(token.network, wallet, token.address);
  const key = newSecretKey("sk_");
  return inTransaction(api.app.context(systemCaller(platformId)), async (tx) => {
    const now = tx.now();
    const destinationRow = newId(now);
    await tx.db.insert(payeeDestinations).values({
      id: destinationRow,
      platformId,
      destinationId: route,
      walletAddress: wallet,
      network: token.network,
      chainId: chainIdOf(token.network),
      tokenAddress: token.address,
      accessPolicy,
      claimed: true,
      active: true,
      createdAt: now,
      updatedAt: now,
    });
    await tx.db.insert(apiKeys).values({
      id: newId(now),
      platformId,
      label: "test",
      prefix: key.prefix,
      last4: key.last4,
      hash: key.hash,
      createdAt: now,
    });
    const client = await createClientId(tx, {
      platformId,
      label: "page",
      allowedDomains: [PAGE_ORIGIN],
      payeeDestinationId: destinationRow,
    });
    return {
      platformId,
      wallet,
      destinationRow,
      destinationId: route,
      session,
      key: { "x-api-key": key.value },
      browser: { "x-client-id": client.clientId, origin: PAGE_ORIGIN },
      browserRow: client.id,
    };
  });
}

function contractToken(id: string): Token & { address: string } {
  const token = tokenById(id);
  if (!token?.address) throw new Error(`no token ${id}`);
  return token;
}

function chainIdOf(network: NetworkId): number {
  return NETWORKS[network].chainId;
}
