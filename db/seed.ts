import { and, eq } from "drizzle-orm";
import { openDatabase } from "@/db";
import type { Config } from "@/server/config";
import type { Writer } from "@/server/context";
import { tokenByAddress, tokenById } from "@/server/currencies/tokens";
import { hashSecret, newId } from "@/server/lib/ids";
import { createDestination } from "@/server/payee-destinations/create";
import { createApiKey } from "@/server/platforms/create-api-key";
import { createClientId } from "@/server/platforms/create-client-id";
import { createOrchestrator, linkClientId } from "@/server/platforms/create-orchestrator";
import { createPlatform } from "@/server/platforms/create-platform";
import { draftRequest } from "@/server/requests/draft";
import { insertRequests } from "@/server/requests/insert";
import { apiKeys, payeeDestinations, platforms, requests } from "./schema";

interface Accounts {
  merchant: { address: string };
  payer: { address: string };
  payer2: { address: string };
  recipient: { address: string };
}

interface TenantCredentials {
  apiKey: string;
  clientId: string;
  clientOrigin: string;
  backendClientId: string;
}

/** Credentials in clear, shown once, and the request a newcomer pays first. */
export interface Seeded {
  credentials: {
    tenantA: TenantCredentials;
    tenantB: TenantCredentials;
    orchestrator: { key: string; clientId: string; clientOrigin: string };
  };
  demo: { securePaymentUrl: string; token: string; requestId: string };
}

/**
 * Creates the demo tenants in one commit: A belongs to the merchant's wallet and is paid in USDC on Sepolia,
 * B is a stranger to it, and an orchestrator has a client ID of a platform of its own. Returns `known`
 * unchanged when the database still has it, so that a restart keeps credentials.
 */
export async function seed(options: {
  databaseUrl: string;
  config: Config;
  accounts: Accounts;
  known: Seeded | undefined;
}): Promise<Seeded> {
  const { config, accounts, known } = options;
  const database = openDatabase(options.databaseUrl, { poolSize: 1, applicationName: "quittance-seed" });
  try {
    return await database.db.transaction(async (db) => {
      const credentials = (await stillValid(db, known)) ?? (await seedTenants(db, accounts));
      const demo =
        (await stillOpen(db, config, known)) ?? (await demoRequest(db, config, credentials.tenantA.apiKey));
      return { credentials, demo };
    });
  } finally {
    await database.close();
  }
}

/** The known credentials, when this database has them. */
async function stillValid(db: Writer, known: Seeded | undefined): Promise<Seeded["credentials"] | null> {
  if (!known) return null;
  const platformId = await platformOf(db, known.credentials.tenantA.apiKey);
  return platformId ? known.credentials : null;
}

/** The known demo, while its request is there and waits for its payment. Pages may have another port by now. */
async function stillOpen(
  db: Writer,
  config: Config,
  known: Seeded | undefined,
): Promise<Seeded["demo"] | null> {
  if (!known) return null;
  const [row] = await db
    .select({ status: requests.status })
    .from(requests)
    .where(eq(requests.requestId, `0x${known.demo.requestId}`));
  if (!row || row.status === "paid") return null;
  return { ...known.demo, securePaymentUrl: linkTo(config, known.demo.token) };
}

async function platformOf(db: Writer, apiKey: string): Promise<string | null> {
  const [row] = await db
    .select({ platformId: apiKeys.platformId })
    .from(apiKeys)
    .where(eq(apiKeys.hash, hashSecret(apiKey)));
  return row?.platformId ?? null;
}

async function seedTenants(db: Writer, accounts: Accounts): Promise<Seeded["credentials"]> {
  const tx = { db, now: () => new Date() };
  const a = await tenant(tx, "Shop A", accounts.merchant.address, "https://shop-a.example");
  const b = await tenant(tx, "Shop B", accounts.payer2.address, "https://shop-b.example");
  const partner = await tenant(
    tx,
    "Partner's platform",
    accounts.recipient.address,
    "https://partner.example",
  );
  const orchestrator = await createOrchestrator(tx, {
    ownerPlatformId: partner.platformId,
    name: "Partner",
    contactEmail: "partner@partner.example",
  });
  await linkClientId(tx, { orchestratorId: orchestrator.id, clientIdId: partner.clientIdId });
  return {
    tenantA: a.credentials,
    tenantB: b.credentials,
    orchestrator: {
      key: orchestrator.key,
      clientId: partner.credentials.clientId,
      clientOrigin: partner.credentials.clientOrigin,
    },
  };
}

type SeedTx = { db: Writer; now(): Date };

async function tenant(tx: SeedTx, name: string, wallet: string, origin: string) {
  const platformId = await platformOfWallet(tx, name, wallet);
  const { value: apiKey } = await createApiKey(tx, { platformId, label: "Demo" });
  const destination = await destinationOfWallet(tx, platformId, wallet);
  const browser = await createClientId(tx, {
    platformId,
    label: "Shop",
    allowedDomains: [origin],
    payeeDestinationId: destination.id,
  });
  const backend = await createClientId(tx, {
    platformId,
    label: "Backend",
    allowedDomains: [],
    payeeDestinationId: destination.id,
  });
  const credentials: TenantCredentials = {
    apiKey,
    clientId: browser.clientId,
    clientOrigin: origin,
    backendClientId: backend.clientId,
  };
  return { platformId, clientIdId: browser.id, credentials };
}

/** A database that was seeded from another data directory has the platform, but its keys are not ours. */
async function platformOfWallet(tx: SeedTx, name: string, walletAddress: string): Promise<string> {
  const [row] = await tx.db.select().from(platforms).where(eq(platforms.walletAddress, walletAddress));
  return row?.id ?? (await createPlatform(tx, { name, walletAddress })).id;
}

async function destinationOfWallet(tx: SeedTx, platformId: string, wallet: string): Promise<{ id: string }> {
  const [row] = await tx.db
    .select({ id: payeeDestinations.id })
    .from(payeeDestinations)
    .where(and(eq(payeeDestinations.walletAddress, wallet), eq(payeeDestinations.active, true)));
  return row ?? createDestination(tx, { platformId, walletAddress: wallet, token: sepoliaUsdc() });
}

/** A request of tenant A for 10 USDC on Sepolia, to be paid first. */
async function demoRequest(db: Writer, config: Config, apiKey: string): Promise<Seeded["demo"]> {
  const now = () => new Date();
  const platformId = await platformOf(db, apiKey);
  if (!platformId) throw new Error("tenant A was not stored");
  const [platform] = await db.select().from(platforms).where(eq(platforms.id, platformId));
  if (!platform?.walletAddress) throw new Error("tenant A has no wallet");
  const draft = draftRequest(
    { caller: { platformId, clientId: null, origin: null }, config, now },
    {
      kind: "request",
      token: sepoliaUsdc(),
      payee: platform.walletAddress,
      payer: null,
      amount: 10_000_000n,
      reference: "DEMO-1",
    },
  );
  const [row] = await insertRequests({ db }, [draft]);
  if (!row) throw new Error("the demo request was not stored");
  const token = newId(now());
  return { securePaymentUrl: linkTo(config, token), token, requestId: row.requestId.slice(2) };
}

function linkTo(config: Config, token: string): string {
  return `${config.urls.pay}?token=${token}`;
}

function sepoliaUsdc() {
  const known = tokenById("USDC-sepolia");
  const token = known?.address ? tokenByAddress("sepolia", known.address) : undefined;
  if (!token) throw new Error("USDC is missing from the token table of Sepolia");
  return token;
}
