import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { KEY_SCOPES, type KeyScope } from "@/db/key-scopes";
import type { Role } from "@/db/roles";
import {
  apiKeys,
  clientIds,
  memberships,
  orchestratorKeys,
  orchestratorLinks,
  orchestrators,
  passkeys,
  payeeDestinations,
  platforms,
  sessions,
  users,
} from "@/db/schema";
import { kindOfStored } from "@/db/session-kinds";
import type {
  Account,
  ClientIdCredential,
  KeyCredential,
  RateTier,
  SessionCredential,
} from "@/server/auth/credential";
import type { SignedInWallet } from "@/server/chains/wallets/wallet-identity";
import type { DailyLimit, KeyMaker, Reader } from "@/server/context";
import { type IpNetworks, ipNetworks } from "@/server/lib/ip-networks";

/** Each credential costs one statement that enters by a unique index. */

const platformColumns = {
  platformId: platforms.id,
  canCreatePayouts: platforms.canCreatePayouts,
  platformWallet: platforms.walletAddress,
  platformWalletChain: platforms.walletChainId,
  creationsPerDay: platforms.creationsPerDay,
  disabledAt: platforms.disabledAt,
  platformTier: platforms.rateTier,
};

interface PlatformRow {
  platformId: string;
  canCreatePayouts: boolean;
  platformWallet: string | null;
  platformWalletChain: number;
  creationsPerDay: number | null;
}

/** What the operator decided about an account. */
function accountOf(row: { disabledAt: Date | null; platformTier: RateTier | null }): Account {
  return { isDisabled: row.disabledAt !== null, tier: row.platformTier };
}

function ofPlatform(row: PlatformRow) {
  return {
    platformId: row.platformId,
    canCreatePayouts: row.canCreatePayouts,
    isWalletPlatform: row.platformWallet !== null,
    creationsPerDay: row.creationsPerDay,
    clientId: null,
    wallet: null,
    orchestratorId: null,
    orchestratorKeyId: null,
    scopes: null,
    limit: null,
    maker: null,
    personId: null,
    role: null,
    isHeldToStepUp: false,
    fee: null,
  };
}

/** What a key is held to. */
interface KeyBounds {
  scopes: readonly KeyScope[] | null;
  allowedNetworks: readonly string[] | null;
  dailyPayments: number | null;
  dailyMicroUsd: bigint | null;
  firstKeyId: string | null;
  makerId: string | null;
  makerRole: Role | null;
  endsWithMembership: boolean;
}

function boundColumns(table: typeof apiKeys | typeof orchestratorKeys) {
  const { scopes, allowedNetworks, dailyPayments, dailyMicroUsd, firstKeyId } = table;
  const { makerId, endsWithMembership } = table;
  const bounds = { scopes, allowedNetworks, dailyPayments, dailyMicroUsd, firstKeyId };
  return { ...bounds, makerId, endsWithMembership, makerRole: memberships.role };
}

/** A key that ends with the membership of its maker works as long as that lasts. */
function makerStays(table: typeof apiKeys | typeof orchestratorKeys) {
  return or(eq(table.endsWithMembership, false), isNull(memberships.endedAt));
}

function makerOf({ makerId, makerRole, endsWithMembership }: KeyBounds): KeyMaker | null {
  if (makerId === null || makerRole === null) return null;
  return { memberId: makerId, role: makerRole, endsWithMembership };
}

/**
 * A key that is held to networks or limits has every scope where none was chosen, and not every right: a credential that it
 * makes would be taken from everywhere, and without limits.
 */
function scopesOf(key: KeyBounds): ReadonlySet<KeyScope> | null {
  if (key.scopes === null && key.allowedNetworks === null && limitOf("", key) === null) return null;
  return new Set(key.scopes ?? KEY_SCOPES);
}

function limitOf(id: string, { dailyPayments, dailyMicroUsd, firstKeyId }: KeyBounds): DailyLimit | null {
  if (dailyPayments === null && dailyMicroUsd === null) return null;
  return { countedAs: firstKeyId ?? id, payments: dailyPayments, microUsd: dailyMicroUsd };
}

function networksOf({ allowedNetworks }: KeyBounds): IpNetworks | null {
  return allowedNetworks && ipNetworks(allowedNetworks);
}

/** The owner of an API key that is active and has not reached its end. */
export async function loadApiKey(db: Reader, hash: string, now: Date): Promise<KeyCredential | null> {
  const isCurrent = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now));
  const [row] = await db
    .select({
      id: apiKeys.id,
      ...boundColumns(apiKeys),
      ...platformColumns,
    })
    .from(apiKeys)
    .innerJoin(platforms, eq(platforms.id, apiKeys.platformId))
    .leftJoin(memberships, eq(memberships.id, apiKeys.makerId))
    .where(
      and(
        eq(apiKeys.hash, hash),
        eq(apiKeys.status, "active"),
        isNull(apiKeys.deletedAt),
        isCurrent,
        makerStays(apiKeys),
      ),
    );
  if (!row) return null;
  const own = {
    credentialId: row.id,
    scopes: scopesOf(row),
    limit: limitOf(row.id, row),
    maker: makerOf(row),
  };
  return {
    caller: { ...ofPlatform(row), kind: "apiKey", ...own },
    account: accountOf(row),
    networks: networksOf(row),
  };
}

/** A client ID in any status, with what decides whether it may be used alone or in a pair. */
export async function loadClientId(db: Reader, value: string): Promise<ClientIdCredential | null> {
  const [row] = await db
    .select({
      client: clientIds,
      ...platformColumns,
      link: { status: orchestratorLinks.status, orchestratorId: orchestratorLinks.orchestratorId },
      destinationIsActive: payeeDestinations.active,
    })
    .from(clientIds)
    .innerJoin(platforms, eq(platforms.id, clientIds.platformId))
    .leftJoin(orchestratorLinks, eq(orchestratorLinks.clientIdId, clientIds.id))
    .leftJoin(payeeDestinations, eq(payeeDestinations.id, clientIds.payeeDestinationId))
    .where(eq(clientIds.clientId, value));
  if (!row) return null;
  const { client, link } = row;
  const hasFee = client.feePercentage && client.feeAddress && Number(client.feePercentage) !== 0;
  return {
    caller: {
      ...ofPlatform(row),
      kind: "clientId",
      clientId: {
        id: client.id,
        publicId: client.clientId,
        isBrowser: client.allowedDomains.length > 0,
        payeeDestinationId: client.payeeDestinationId,
      },
      credentialId: client.id,
      fee:
        hasFee && client.feePercentage && client.feeAddress
          ? { percentage: client.feePercentage, address: client.feeAddress }
          : null,
    },
    account: accountOf(row),
    allowedDomains: client.allowedDomains,
    status: client.status,
    tier: client.rateTier,
    linkedTo: link?.status === "active" ? link.orchestratorId : null,
    hasActiveDestination: row.destinationIsActive === true,
  };
}

/** The orchestrator of a key that is neither revoked nor at its end, as the platform that owns it. */
export async function loadOrchestrator(db: Reader, hash: string, now: Date): Promise<KeyCredential | null> {
  const { expiresAt, revokedAt } = orchestratorKeys;
  const isCurrent = and(isNull(revokedAt), or(isNull(expiresAt), gt(expiresAt, now)));
  const [row] = await db
    .select({
      id: orchestrators.id,
      keyId: orchestratorKeys.id,
      ...boundColumns(orchestratorKeys),
      ...platformColumns,
    })
    .from(orchestratorKeys)
    .innerJoin(orchestrators, eq(orchestrators.id, orchestratorKeys.orchestratorId))
    .innerJoin(platforms, eq(platforms.id, orchestrators.ownerPlatformId))
    .leftJoin(memberships, eq(memberships.id, orchestratorKeys.makerId))
    .where(
      and(
        eq(orchestratorKeys.hash, hash),
        eq(orchestrators.status, "active"),
        isCurrent,
        makerStays(orchestratorKeys),
      ),
    );
  if (!row) return null;
  const { id: orchestratorId, keyId } = row;
  const own = {
    orchestratorId,
    orchestratorKeyId: keyId,
    credentialId: keyId,
    scopes: scopesOf(row),
    limit: limitOf(keyId, row),
    maker: makerOf(row),
  };
  return {
    caller: { ...ofPlatform(row), kind: "orchestrator", ...own },
    account: accountOf(row),
    networks: networksOf(row),
  };
}

/** Whether an account owns an active orchestrator. */
export async function ownsOrchestrator(
  db: Reader,
  { platformId, orchestratorId }: { platformId: string; orchestratorId: string },
): Promise<boolean> {
  const [row] = await db
    .select({ id: orchestrators.id })
    .from(orchestrators)
    .where(
      and(
        eq(orchestrators.id, orchestratorId),
        eq(orchestrators.ownerPlatformId, platformId),
        eq(orchestrators.status, "active"),
      ),
    );
  return row !== undefined;
}

const membersOfAccount = sql`(select count(*) from ${memberships}
  where ${memberships.platformId} = ${sessions.platformId} and ${memberships.endedAt} is null)`;

/**
 * Whether a session confirms its changes: one that the dashboard opened, and every one of an account that asks for it, has a
 * second person, or a member with a passkey. The owner of an account by email is none of its members: whoever else is signed in there is another.
 */
const isHeldToStepUp = sql<boolean>`(${sessions.isFromDashboard} or ${platforms.hasStepUpForEverySession}
  or ${membersOfAccount} > 1
  or exists (select 1 from ${passkeys} join ${memberships} on ${memberships.personId} = ${passkeys.personId}
      where ${memberships.platformId} = ${sessions.platformId} and ${memberships.endedAt} is null
        and ${passkeys.removedAt} is null)
  or case when ${sessions.kind} = 'email' then ${membersOfAccount} > 0
    else exists (select 1 from ${users} where ${users.platformId} = ${sessions.platformId}) end)`;

/**
 * A stored session, ended or not, with the role of its person in the account. Null also for a person who is no member any
 * more.
 */
export async function loadSession(db: Reader, tokenHash: string): Promise<SessionCredential | null> {
  const [row] = await db
    .select({
      session: sessions,
      ...platformColumns,
      role: memberships.role,
      isHeldToStepUp,
    })
    .from(sessions)
    .innerJoin(platforms, eq(platforms.id, sessions.platformId))
    .leftJoin(
      memberships,
      and(
        eq(memberships.platformId, sessions.platformId),
        eq(memberships.personId, sessions.personId),
        isNull(memberships.endedAt),
      ),
    )
    .where(eq(sessions.tokenHash, tokenHash));
  if (!row) return null;
  const { walletAddress, walletFamily, walletChainId, personId, ...session } = row.session;
  // Sessions by email, and those from before accounts had members, are the owner's.
  const role: Role | null = personId === null ? "owner" : row.role;
  if (role === null) return null;
  const signedIn =
    walletAddress && walletFamily
      ? { address: walletAddress, family: walletFamily, chainId: walletChainId }
      : null;
  // Whoever it is acts for the account: its destination is that of its own wallet, and never that of a member.
  const wallet = personId === null ? signedIn : walletOfAccount(row);
  return {
    caller: {
      ...ofPlatform(row),
      kind: "session",
      wallet,
      personId,
      role,
      isHeldToStepUp: row.isHeldToStepUp,
      credentialId: session.id,
    },
    account: accountOf(row),
    session: { ...session, kind: kindOfStored(session) },
  };
}

function walletOfAccount({ platformWallet, platformWalletChain }: PlatformRow): SignedInWallet | null {
  if (platformWallet === null) return null;
  const family = platformWallet.startsWith("0x") ? "evm" : "tron";
  return { address: platformWallet, family, chainId: platformWalletChain };
}
