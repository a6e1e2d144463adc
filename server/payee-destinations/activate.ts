import { isDeepStrictEqual } from "node:util";
import { and, eq, ne, sql } from "drizzle-orm";
import { payeeDestinations } from "@/db/schema";
import { changeOf, type Facts } from "@/server/approvals/change";
import { requireApproval } from "@/server/approvals/require-approval";
import { changesBetween } from "@/server/audit/changes-between";
import { type AuditAction, type AuditDetails, recordAudit } from "@/server/audit/record";
import { NETWORKS, type NetworkId } from "@/server/chains/networks";
import type { WalletIdentity } from "@/server/chains/wallets/wallet-identity";
import type { Tx } from "@/server/context";
import { type ContractToken, tokenByAddress } from "@/server/currencies/tokens";
import { ApiError } from "@/server/errors";
import { newId } from "@/server/lib/ids";
import { StoredAccessPolicy } from "@/server/payee-destinations/access-policy";
import type { DestinationRow } from "@/server/payee-destinations/describe";
import { activeDestination, destinationById } from "@/server/payee-destinations/find";
import { destinationId } from "@/server/payee-destinations/interop-address";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";
import { findPlatformOfWallet } from "@/server/platforms/platform-of-wallet";

/** Where a wallet wants to be paid from now on. */
export interface Wanted {
  wallet: WalletIdentity;
  token: ContractToken;
  /** The account a new record belongs to. */
  platformId: string;
  /** Left as it is when undefined. */
  accessPolicy?: StoredAccessPolicy | undefined;
}

/**
 * Makes the wallet's one active destination: updates the active one in place (PD-03), else activates the
 * record that had this route last (PD-02), else creates one. Whoever calls has made sure that the wallet's
 * owner wants it.
 */
export async function activateDestination(tx: Tx, wanted: Wanted): Promise<DestinationRow> {
  await lockWallet(tx, wanted.wallet.address);
  const active = await activeDestination(tx, wanted.wallet);
  if (active) return changeRoute(tx, active, wanted);
  const known = await destinationById(tx, routeOf(wanted).destinationId);
  if (!known || (known.claimed && !isOf(known, wanted.wallet))) {
    if (known?.active) throw routeTaken();
    return create(tx, wanted);
  }
  return activate(tx, known, wanted);
}

/** Gives the active destination another token, network or policy; whatever is bound to it stays bound (PD-04). */
export async function changeRoute(tx: Tx, row: DestinationRow, wanted: Wanted): Promise<DestinationRow> {
  const route = routeOf(wanted);
  const holder = await destinationById(tx, route.destinationId);
  if (holder?.active && holder.claimed && !isOf(holder, wanted.wallet)) throw routeTaken();
  await requireRouteApproval(tx, row, wanted);
  // A record the service made for this wallet as a payee gives the route up to the owner's own one.
  await tx.db
    .update(payeeDestinations)
    .set({ active: false, updatedAt: tx.now() })
    .where(
      and(
        eq(payeeDestinations.destinationId, route.destinationId),
        eq(payeeDestinations.active, true),
        ne(payeeDestinations.id, row.id),
      ),
    );
  const changed = await write(tx, row.id, { ...route, ...policyOf(wanted) });
  const details = { from: row.destinationId, to: changed.destinationId, ...policyOf(wanted) };
  await announce(tx, "payee_destination.updated", changed, details, row);
  return changed;
}

/** Stops paying a wallet here; the record stays (PD-09). `row` is locked by its wallet. */
export async function deactivate(tx: Tx, row: DestinationRow): Promise<DestinationRow> {
  if (!row.active) return row;
  const wallet = { address: row.walletAddress, chainId: row.walletChainId };
  const change = changeOf("destination.deactivate", "destination", {
    subject: row.id,
    before: readableFacts(row),
  });
  const platformId = (await findPlatformOfWallet(tx, wallet))?.id;
  if (platformId !== undefined) {
    const input = { verb: change.verb, params: { id: row.destinationId } };
    await requireApproval(tx, change, { platformId, input });
  }
  const changed = await write(tx, row.id, { active: false });
  const { destinationId } = changed;
  await announce(tx, "payee_destination.deactivated", changed, { destinationId }, row);
  return changed;
}

/** Until the transaction ends nobody else changes destinations of wallets with this address. */
export async function lockWallet(tx: Pick<Tx, "db">, walletAddress: string): Promise<void> {
  await tx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`payee_destination:${walletAddress}`}, 0))`,
  );
}

async function activate(tx: Tx, row: DestinationRow, wanted: Wanted): Promise<DestinationRow> {
  await requireRouteApproval(tx, null, wanted);
  const changed = await write(tx, row.id, {
    active: true,
    claimed: true,
    walletChainId: wanted.wallet.chainId,
    ...policyOf(wanted),
  });
  const details = { destinationId: changed.destinationId, ...policyOf(wanted) };
  await announce(tx, "payee_destination.activated", changed, details, row);
  return changed;
}

async function create(tx: Tx, wanted: Wanted): Promise<DestinationRow> {
  await requireRouteApproval(tx, null, wanted);
  const now = tx.now();
  const [row] = await tx.db
    .insert(payeeDestinations)
    .values({
      id: newId(now),
      platformId: wanted.platformId,
      walletAddress: wanted.wallet.address,
      walletChainId: wanted.wallet.chainId,
      ...routeOf(wanted),
      ...policyOf(wanted),
      claimed: true,
      active: true,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!row) throw new Error("a stored destination is missing");
  const details = { destinationId: row.destinationId, ...policyOf(wanted) };
  await announce(tx, "payee_destination.created", row, details, null);
  return row;
}

/**
 * Of an account that wants a second person for its destination: nothing changes before one has approved. `row` is the active
 * destination that the wanted one takes the place of. The wallet is locked.
 */
async function requireRouteApproval(tx: Tx, row: DestinationRow | null, wanted: Wanted): Promise<void> {
  // Of a wallet without an account nobody but its owner decides.
  const platformId = (await findPlatformOfWallet(tx, wanted.wallet))?.id;
  if (platformId === undefined) return;
  const { network, chainId, tokenAddress } = routeOf(wanted);
  const policy = wanted.accessPolicy ?? row?.accessPolicy ?? null;
  const before = row === null ? {} : readableFacts(row);
  const after = readableFacts({
    network,
    tokenAddress,
    walletAddress: wanted.wallet.address,
    accessPolicy: policy,
  });
  if (isDeepStrictEqual(before, after)) return;
  const { accessPolicy } = wanted;
  const body = { chainId, tokenAddress, ...(accessPolicy === undefined ? {} : { accessPolicy }) };
  await requireApproval(
    tx,
    changeOf("destination.set", "destination", { subject: row?.id ?? null, before, after }),
    { platformId, input: { verb: "destination.set", params: { body } } },
  );
}

/** A destination as an approver reads it. */
function readableFacts(
  row: Pick<DestinationRow, "network" | "tokenAddress" | "walletAddress" | "accessPolicy">,
): Facts {
  const policy = row.accessPolicy as StoredAccessPolicy | null;
  return {
    wallet: row.walletAddress,
    network: row.network,
    token: tokenByAddress(row.network as NetworkId, row.tokenAddress)?.id ?? row.tokenAddress,
    screening: policy?.screeningProvider ?? null,
    hideUntilApproved: policy?.hideUntilApproved ?? false,
    hidePayeeAddress: policy?.hidePayeeAddress ?? false,
  };
}

async function write(tx: Tx, id: string, changes: Partial<DestinationRow>): Promise<DestinationRow> {
  const [row] = await tx.db
    .update(payeeDestinations)
    .set({ ...changes, updatedAt: tx.now() })
    .where(eq(payeeDestinations.id, id))
    .returning();
  if (!row) throw new Error("a locked destination is missing");
  return row;
}

async function announce(
  tx: Tx,
  action: AuditAction,
  row: DestinationRow,
  details: AuditDetails,
  was: DestinationRow | null,
) {
  const platformId = row.platformId ?? tx.caller.platformId;
  const changes = changesBetween(was ? factsOf(was) : {}, factsOf(row));
  await recordAudit(tx, { action, subject: row.id, platformId, details, ...changes });
  announceCredentialChange(tx);
}

/** Where money goes, for the audit log. */
function factsOf({
  active,
  walletAddress,
  network,
  tokenAddress,
  accessPolicy,
}: DestinationRow): AuditDetails {
  return {
    active,
    walletAddress,
    network,
    tokenAddress,
    accessPolicy: StoredAccessPolicy.nullable().parse(accessPolicy),
  };
}

/** Whether a record is of this wallet, rather than of another one at its address. */
export function isOf(row: DestinationRow, { address, chainId }: WalletIdentity): boolean {
  return row.walletAddress === address && row.walletChainId === chainId;
}

/** An account whose key delegated it to a contract (EIP-7702) can be two wallets with one address. */
function routeTaken(): ApiError {
  return new ApiError("conflict", "Another wallet with this address is paid there");
}

function routeOf({ wallet, token }: Wanted) {
  return {
    destinationId: destinationId(token.network, wallet.address, token.address),
    network: token.network,
    chainId: NETWORKS[token.network].chainId,
    tokenAddress: token.address,
  };
}

function policyOf({ accessPolicy }: Wanted): { accessPolicy?: StoredAccessPolicy } {
  return accessPolicy === undefined ? {} : { accessPolicy };
}
