import { and, eq, gt } from "drizzle-orm";
import { openDatabase } from "@/db";
import { systemCaller } from "@/server/auth/callers";
import type { NetworkId } from "@/server/chains/networks";
import type { Config } from "@/server/config";
import type { Tx, Writer } from "@/server/context";
import { type Token, tokenByAddress, tokenById } from "@/server/currencies/tokens";
import { hashSecret } from "@/server/lib/ids";
import { createDestination } from "@/server/payee-destinations/create";
import { OPEN_POLICY } from "@/server/payer-access/schema";
import { createApiKey } from "@/server/platforms/api-keys/create-api-key";
import { createClientId } from "@/server/platforms/client-ids/create-client-id";
import { createPlatform } from "@/server/platforms/create-platform";
import type { OfframpAccess } from "@/server/platforms/grant-offramp";
import { createOrchestrator } from "@/server/platforms/orchestrators/create";
import { storeClientIdLink } from "@/server/platforms/orchestrators/links";
import { draftRequest } from "@/server/requests/draft";
import { insertRequests } from "@/server/requests/insert";
import { snapshot } from "@/server/secure-payments/creating/destination";
import { draftLink, linkUrl, storeLink } from "@/server/secure-payments/creating/store-link";
import { apiKeys, payeeDestinations, platforms, securePayments } from "./schema";

interface Accounts {
  merchant: { address: string; tronAddress: string };
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
  /**
   * `crosschain` is paid on Base: for a payer whose money is on another network; absent where no bridge goes there. `tron`
   * is paid in USDT on Tron; absent where that does not run.
   */
  demo: DemoLink & { crosschain?: DemoLink; tron?: DemoLink };
}

interface DemoLink {
  securePaymentUrl: string;
  token: string;
  requestId: string;
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
      const { apiKey } = credentials.tenantA;
      const first =
        (await stillOpen(db, config, known?.demo)) ??
        (await demoLink(db, config, apiKey, {
          token: sepoliaUsdc(),
          amount: 10_000_000n,
          reference: "DEMO-1",
        }));
      const onBase = { token: usdcOn("base"), amount: 25_000_000n, reference: "DEMO-2" };
      const crosschain = hasBridgeToBase(config)
        ? ((await stillOpen(db, config, known?.demo.crosschain)) ??
          (await demoLink(db, config, apiKey, onBase)))
        : undefined;
      const onTron = {
        token: tokenNamed("USDT-tron"),
        amount: 25_000_000n,
        reference: "DEMO-3",
        payee: accounts.merchant.tronAddress,
      };
      const tron = hasTron(config)
        ? ((await stillOpen(db, config, known?.demo.tron)) ?? (await demoLink(db, config, apiKey, onTron)))
        : undefined;
      return {
        credentials,
        demo: { ...first, ...(crosschain ? { crosschain } : {}), ...(tron ? { tron } : {}) },
      };
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

/** A known demo, while its link waits for its payment. The port may have changed since. */
async function stillOpen(db: Writer, config: Config, known: DemoLink | undefined): Promise<DemoLink | null> {
  if (!known) return null;
  const [link] = await db
    .select({ id: securePayments.id })
    .from(securePayments)
    .where(
      and(
        eq(securePayments.token, known.token),
        eq(securePayments.status, "pending"),
        gt(securePayments.expiresAt, new Date()),
      ),
    );
  const { token, requestId } = known;
  return link ? { securePaymentUrl: linkUrl({ config }, token), token, requestId } : null;
}

async function platformOf(db: Writer, apiKey: string): Promise<string | null> {
  const [row] = await db
    .select({ platformId: apiKeys.platformId })
    .from(apiKeys)
    .where(eq(apiKeys.hash, hashSecret(apiKey)));
  return row?.platformId ?? null;
}

async function seedTenants(db: Writer, accounts: Accounts): Promise<Seeded["credentials"]> {
  // Nothing runs yet that would have to hear of it.
  const tx: SeedTx = {
    db,
    now: () => new Date(),
    wake: () => {},
    caller: systemCaller(""),
  };
  const a = await tenant(tx, "Shop A", accounts.merchant.address, "https://shop-a.example", "sandbox");
  const b = await tenant(tx, "Shop B", accounts.payer2.address, "https://shop-b.example", "sandbox");
  const partner = await tenant(
    tx,
    "Partner's platform",
    accounts.recipient.address,
    "https://partner.example",
  );
  const { orchestrator, rawKey } = await createOrchestrator(tx, {
    ownerPlatformId: partner.platformId,
    name: "Partner",
    contactEmail: "partner@partner.example",
    linksDirectly: true,
  });
  await storeClientIdLink(tx, { orchestratorId: orchestrator.id, clientIdId: partner.clientIdId });
  return {
    tenantA: a.credentials,
    tenantB: b.credentials,
    orchestrator: {
      key: rawKey,
      clientId: partner.credentials.clientId,
      clientOrigin: partner.credentials.clientOrigin,
    },
  };
}

type SeedTx = Pick<Tx, "db" | "now" | "wake" | "caller">;

async function tenant(
  tx: SeedTx,
  name: string,
  wallet: string,
  origin: string,
  offrampAccess?: OfframpAccess,
) {
  const access = offrampAccess ? { offrampAccess } : {};
  const platformId = await platformOfWallet(tx, name, wallet);
  const { value: apiKey } = await createApiKey(tx, { platformId, label: "Demo", ...access });
  const destination = await destinationOfWallet(tx, platformId, wallet);
  const browser = await createClientId(tx, {
    platformId,
    label: "Shop",
    allowedDomains: [origin],
    payeeDestinationId: destination.id,
    ...access,
  });
  const backend = await createClientId(tx, {
    platformId,
    label: "Backend",
    allowedDomains: [],
    payeeDestinationId: destination.id,
    ...access,
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

/** A link of tenant A to its wallet, which it is paid at on every EVM network, or to `payee`. */
async function demoLink(
  db: Writer,
  config: Config,
  apiKey: string,
  wanted: { token: Token; amount: bigint; reference: string; payee?: string },
): Promise<DemoLink> {
  const now = () => new Date();
  const platformId = await platformOf(db, apiKey);
  if (!platformId) throw new Error("tenant A was not stored");
  const [destination] = await db
    .select()
    .from(payeeDestinations)
    .where(and(eq(payeeDestinations.platformId, platformId), eq(payeeDestinations.active, true)));
  if (!destination) throw new Error("tenant A has no destination");
  const ctx = { caller: systemCaller(platformId), config, now };
  const { token, amount, reference, payee = destination.walletAddress } = wanted;
  const draft = draftRequest(ctx, {
    kind: "request",
    token,
    payee,
    payer: null,
    amount,
    reference,
  });
  const link = draftLink(ctx, {
    paymentType: "single",
    flow: "incoming",
    network: token.network,
    currency: token.id,
    destination: destination.network === token.network ? snapshot(destination) : null,
    feePlan: null,
    policy: OPEN_POLICY,
    reference,
  });
  const [row] = await insertRequests({ db, caller: ctx.caller, now }, [draft]);
  if (!row) throw new Error("the demo request was not stored");
  await storeLink({ db, caller: ctx.caller }, link, [{ requestId: row.id, amount }]);
  return {
    securePaymentUrl: linkUrl({ config }, link.token),
    token: link.token,
    requestId: row.requestId.slice(2),
  };
}

function sepoliaUsdc() {
  const known = usdcOn("sepolia");
  const token = known.address ? tokenByAddress("sepolia", known.address) : undefined;
  if (!token) throw new Error("USDC is missing from the token table of Sepolia");
  return token;
}

function usdcOn(network: NetworkId): Token {
  return tokenNamed(`USDC-${network}`);
}

function tokenNamed(id: string): Token {
  const token = tokenById(id);
  if (!token) throw new Error(`${id} is missing from the token table`);
  return token;
}

function hasTron({ networks, profile }: Config): boolean {
  return profile === "local" && networks.tron !== undefined;
}

/** The traveller's money is on Ethereum. */
function hasBridgeToBase({ networks, profile }: Config): boolean {
  return profile === "local" && networks.base !== undefined && networks.mainnet !== undefined;
}
