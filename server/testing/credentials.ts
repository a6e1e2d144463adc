import { eq } from "drizzle-orm";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import type { Role } from "@/db/roles";
import { clientIds, memberships, orchestratorKeys, orchestratorLinks, payeeDestinations } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { ownerByWallet } from "@/server/auth/members/person-of-wallet";
import { createSession, type NewSession } from "@/server/auth/sessions";
import type { ChainFamily } from "@/server/chains/address";
import { EVERY_CHAIN } from "@/server/chains/wallets/wallet-identity";
import { inTransaction, type Tx } from "@/server/context";
import { tokenById } from "@/server/currencies/tokens";
import { newId } from "@/server/lib/ids";
import { destinationId } from "@/server/payee-destinations/interop-address";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";
import { createClientId } from "@/server/platforms/client-ids/create-client-id";
import { createPlatform } from "@/server/platforms/create-platform";
import { createOrchestrator } from "@/server/platforms/orchestrators/create";
import { platformOfWallet } from "@/server/platforms/platform-of-wallet";
import type { TestApi } from "@/server/testing/api";

export interface TestSession {
  platformId: string;
  sessionId: string;
  token: string;
  wallet: { address: string; family: ChainFamily } | null;
  /** The session as request headers, in its two forms. */
  bearer: { authorization: string };
  cookie: { cookie: string };
}

const accounts = new Map<string, PrivateKeyAccount>();

/** The address of an EVM wallet: of a new one, or of this key. */
export function aWallet(account: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey())): string {
  accounts.set(account.address, account);
  return account.address;
}

/** The key of a wallet that `aWallet` made, for tests in which it signs. */
export function signerOf(address: string): PrivateKeyAccount {
  const account = accounts.get(address);
  if (!account) throw new Error(`the key of ${address} is not known`);
  return account;
}

/**
 * Somebody signed in: with a new EVM wallet, with the one named, or by email when `wallet` is null. Signing in
 * itself is left to the tests of signing in.
 */
export async function aSession(
  api: TestApi,
  options: { wallet?: { address: string; family: ChainFamily } | null } = {},
): Promise<TestSession> {
  const { wallet = { address: aWallet(), family: "evm" } } = options;
  const { platformId, session } = await commit(api, async (tx) => {
    const { id } = wallet
      ? await platformOfWallet(tx, { address: wallet.address, chainId: EVERY_CHAIN })
      : await createPlatform(tx, { name: "by email", walletAddress: null });
    return {
      platformId: id,
      session: await createSession(tx, {
        platformId: id,
        wallet: wallet && { ...wallet, chainId: EVERY_CHAIN },
        personId: null,
      }),
    };
  });
  return asSession(platformId, session, wallet);
}

/** Somebody signed in to the account of another, as a member with this role, with a new EVM wallet or with the one named. */
export async function aMember(
  api: TestApi,
  platformId: string,
  role: Role,
  address = aWallet(),
): Promise<TestSession> {
  const wallet = { address, family: "evm", chainId: EVERY_CHAIN } as const;
  const session = await commit(api, async (tx) => {
    const createdAt = tx.now();
    const { id: ownId } = await platformOfWallet(tx, wallet);
    const personId = await ownerByWallet(tx, ownId, wallet);
    await tx.db.insert(memberships).values({ id: newId(createdAt), platformId, personId, role, createdAt });
    return createSession(tx, { platformId, wallet, personId });
  });
  return asSession(platformId, session, wallet);
}

function asSession(
  platformId: string,
  { id, token }: NewSession,
  wallet: TestSession["wallet"],
): TestSession {
  return {
    platformId,
    sessionId: id,
    token,
    wallet,
    bearer: { authorization: `Bearer ${token}` },
    cookie: { cookie: `session_token=${token}` },
  };
}

export interface TestClient {
  /** Its row. */
  id: string;
  clientId: string;
  platformId: string;
  /** Row of the destination it is bound to. */
  destinationRow: string;
  destinationId: string;
  headers: { "x-client-id": string; origin?: string };
}

/** A client ID bound to an active USDC destination on Sepolia, of a new platform; with an origin, a browser's. */
export async function aBoundClient(api: TestApi, options: { origin?: string } = {}): Promise<TestClient> {
  const { origin } = options;
  const token = tokenById("USDC-sepolia");
  if (!token?.address) throw new Error("USDC is missing from the token table of Sepolia");
  const { address } = token;
  return commit(api, async (tx) => {
    const wallet = aWallet();
    const { id: platformId } = await platformOfWallet(tx, { address: wallet, chainId: EVERY_CHAIN });
    const destination = destinationId("sepolia", wallet, address);
    const destinationRow = `D${platformId.slice(1)}`;
    await tx.db.insert(payeeDestinations).values({
      id: destinationRow,
      platformId,
      destinationId: destination,
      walletAddress: wallet,
      network: "sepolia",
      chainId: 11155111,
      tokenAddress: address,
      claimed: true,
      active: true,
      createdAt: tx.now(),
      updatedAt: tx.now(),
    });
    const made = await createClientId(tx, {
      platformId,
      label: "test",
      allowedDomains: origin ? [origin] : [],
      payeeDestinationId: destinationRow,
    });
    const headers = { "x-client-id": made.clientId, ...(origin ? { origin } : {}) };
    return { ...made, platformId, destinationRow, destinationId: destination, headers };
  });
}

export interface TestOrchestrator {
  id: string;
  keyId: string;
  key: string;
  platformId: string;
  /** Linked, bound and active. */
  client: TestClient;
  /** The pair as request headers. */
  pair: Record<string, string>;
  keyAlone: { "x-orchestrator-key": string };
}

/** An orchestrator with a platform of its own and one linked client ID of another. */
export async function anOrchestrator(
  api: TestApi,
  options: { origin?: string } = {},
): Promise<TestOrchestrator> {
  const client = await aBoundClient(api, options);
  const made = await commit(api, async (tx) => {
    const { id: platformId } = await platformOfWallet(tx, { address: aWallet(), chainId: EVERY_CHAIN });
    const { orchestrator, key, rawKey } = await createOrchestrator(tx, {
      ownerPlatformId: platformId,
      name: "Partner",
      contactEmail: "partner@partner.example",
      linksDirectly: true,
    });
    await tx.db.insert(orchestratorLinks).values({
      id: `L${orchestrator.id.slice(1)}`,
      orchestratorId: orchestrator.id,
      clientIdId: client.id,
      createdAt: tx.now(),
    });
    announceCredentialChange(tx);
    return { id: orchestrator.id, keyId: key.id, key: rawKey, platformId };
  });
  const keyAlone = { "x-orchestrator-key": made.key };
  return { ...made, client, keyAlone, pair: { ...keyAlone, ...client.headers } };
}

/** Changes one client ID's row as an owner would, so that every process hears of it. */
export async function changeClient(
  api: TestApi,
  id: string,
  change: Partial<typeof clientIds.$inferInsert>,
): Promise<void> {
  await commit(api, async (tx) => {
    await tx.db.update(clientIds).set(change).where(eq(clientIds.id, id));
    announceCredentialChange(tx);
  });
}

/** Revokes the link of a client ID. */
export async function revokeLink(api: TestApi, clientRow: string): Promise<void> {
  await commit(api, async (tx) => {
    await tx.db
      .update(orchestratorLinks)
      .set({ status: "revoked", revokedAt: tx.now() })
      .where(eq(orchestratorLinks.clientIdId, clientRow));
    announceCredentialChange(tx);
  });
}

/** Deactivates a destination, or all keys of an orchestrator. */
export async function deactivate(api: TestApi, what: "destination" | "orchestrator", id: string) {
  await commit(api, async (tx) => {
    if (what === "destination") {
      await tx.db.update(payeeDestinations).set({ active: false }).where(eq(payeeDestinations.id, id));
    } else {
      await tx.db
        .update(orchestratorKeys)
        .set({ revokedAt: tx.now() })
        .where(eq(orchestratorKeys.orchestratorId, id));
    }
    announceCredentialChange(tx);
  });
}

function commit<T>(api: TestApi, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(api.app.context(systemCaller("")), work);
}
