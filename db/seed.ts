import { eq } from "drizzle-orm";
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
import { apiKeys } from "./schema";

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
    if (known) {
      const [row] = await database.db
        .select({ id: apiKeys.id })
        .from(apiKeys)
        .where(eq(apiKeys.hash, hashSecret(known.credentials.tenantA.apiKey)));
      if (row) return known;
    }
    return await database.db.transaction((db) => seedTenants(db, config, accounts));
  } finally {
    await database.close();
  }
}

async function seedTenants(db: Writer, config: Config, accounts: Accounts): Promise<Seeded> {
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
    credentials: {
      tenantA: a.credentials,
      tenantB: b.credentials,
      orchestrator: {
        key: orchestrator.key,
        clientId: partner.credentials.clientId,
        clientOrigin: partner.credentials.clientOrigin,
      },
    },
    demo: await demoRequest(tx, config, a.platformId, accounts.merchant.address),
  };
}

type SeedTx = { db: Writer; now(): Date };

async function tenant(tx: SeedTx, name: string, wallet: string, origin: string) {
  const { id: platformId } = await createPlatform(tx, { name, walletAddress: wallet });
  const { value: apiKey } = await createApiKey(tx, { platformId, label: "Demo" });
  const destination = await createDestination(tx, {
    platformId,
    walletAddress: wallet,
    token: sepoliaUsdc(),
  });
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

async function demoRequest(tx: SeedTx, config: Config, platformId: string, payee: string) {
  const caller = { platformId, clientId: null, origin: null };
  const draft = draftRequest(
    { caller, config, now: tx.now },
    { kind: "request", token: sepoliaUsdc(), payee, payer: null, amount: 10_000_000n, reference: "DEMO-1" },
  );
  const [row] = await insertRequests(tx, [draft]);
  if (!row) throw new Error("the demo request was not stored");
  const token = newId(tx.now());
  return { securePaymentUrl: `${config.urls.pay}?token=${token}`, token, requestId: row.requestId.slice(2) };
}

function sepoliaUsdc() {
  const known = tokenById("USDC-sepolia");
  const token = known?.address ? tokenByAddress("sepolia", known.address) : undefined;
  if (!token) throw new Error("USDC is missing from the token table of Sepolia");
  return token;
}
