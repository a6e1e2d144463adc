import { walletKey } from "@/server/chains/wallet-text";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { releaseHeld } from "@/server/requests/release-held";
import { announceRejection } from "@/server/screening/announce-rejection";
import { type GatedLink, readWallet, type VisitingWallets } from "@/server/screening/gate";
import { type AccessDecision, AccessPolicy, type WalletResult } from "@/server/screening/schema";
import { decisionOf, namesOf, type ScreenedWallet, screenWallet } from "@/server/screening/screen";
import { definitiveResults, storeResults } from "@/server/screening/store";

export interface DecideOptions {
  /** On `access` a definitive answer of the last minute is used again; `pay` always asks anew (AP-09). */
  on: "access" | "pay";
  /** Runs in the commit of an approval that released held payments, after their requests were settled. */
  onReleased?: (tx: Tx, requestIds: readonly string[]) => Promise<void>;
}

/** A page that is open asks every few seconds; providers are not asked about the same wallet as often. */
const REUSED_MS = 60_000;
/** Where a wallet of a link over several networks is looked up. */
const ANY_NETWORK = "mainnet";

/**
 * Decides whether a wallet may see and pay a link (behaviour.md §23). First the allowlist, compared with the
 * connected wallet (AL-05): a wallet outside is not screened, and its attempt is announced (AL-06, AL-08). Then
 * screening: EOA and smart account both must pass (AP-10). Providers are asked outside of any transaction; the
 * answers are stored in one, together with the release of what these wallets paid before. Without a gate, and
 * on outgoing links, every wallet is approved. Throws 400 for a text that is no address.
 */
export async function decideAccess(
  ctx: Ctx,
  link: GatedLink,
  wallets: VisitingWallets,
  options: DecideOptions = { on: "pay" },
): Promise<AccessDecision> {
  const policy = AccessPolicy.parse(link.accessPolicy);
  const visitors = visitorsOf(wallets);
  if (link.flow === "outgoing") return decisionOf(visitors.map(passed));
  const [connected] = visitors;
  if (!isAllowed(policy, connected.address)) {
    await inTransaction(ctx, (tx) => announceRejection(tx, link, connected.address));
    return notAllowed(visitors);
  }
  if (policy.mode === "off") {
    const results = visitors.map(passed);
    // The ledger knows the allowlist, but not which smart account belongs to whom.
    if (policy.allowedPayerAddresses.length > 0 && visitors.length > 1) {
      await keep(ctx, link, results, options);
    }
    return decisionOf(results);
  }
  return screenAll(ctx, link, policy, visitors, options);
}

/** The connected wallet first; a smart account behind it second. */
function visitorsOf({ wallet, eoaWallet }: VisitingWallets): [ScreenedWallet, ...ScreenedWallet[]] {
  const paying = readWallet("wallet", wallet);
  const connected = eoaWallet === null ? paying : readWallet("eoaWallet", eoaWallet);
  const eoa: ScreenedWallet = { address: connected, type: "eoa", parent: null };
  if (connected === paying) return [eoa];
  return [eoa, { address: paying, type: "smart_account", parent: connected }];
}

function isAllowed({ allowedPayerAddresses: allowed }: AccessPolicy, wallet: string): boolean {
  return allowed.length === 0 || allowed.some((address) => walletKey(address) === walletKey(wallet));
}

function notAllowed(visitors: readonly ScreenedWallet[]): AccessDecision {
  const rejected = { status: "rejected", reasonCode: "wallet_not_allowed", provider: null } as const;
  return decisionOf(visitors.map((visitor) => ({ ...namesOf(visitor), ...rejected })));
}

function passed(visitor: ScreenedWallet): WalletResult {
  return { ...namesOf(visitor), status: "approved", reasonCode: null, provider: null };
}

async function screenAll(
  ctx: Ctx,
  link: GatedLink,
  policy: AccessPolicy,
  visitors: readonly ScreenedWallet[],
  options: DecideOptions,
): Promise<AccessDecision> {
  const known = options.on === "access" ? await recentResults(ctx, link, visitors) : new Map();
  const fresh: WalletResult[] = [];
  const results = await Promise.all(
    visitors.map(async (visitor) => {
      const recent: WalletResult | undefined = known.get(visitor.address);
      if (recent) return { ...recent, ...namesOf(visitor) };
      const result = await screenWallet(ctx, policy, visitor, link.network ?? ANY_NETWORK);
      fresh.push(result);
      return result;
    }),
  );
  if (fresh.length > 0) await keep(ctx, link, fresh, options);
  return decisionOf(results);
}

/** Answers that are fresh enough and about the same relation between the wallets. */
async function recentResults(
  ctx: Ctx,
  link: GatedLink,
  visitors: readonly ScreenedWallet[],
): Promise<Map<string, WalletResult>> {
  const since = new Date(ctx.now().getTime() - REUSED_MS).toISOString();
  const stored = await definitiveResults(
    ctx,
    link.id,
    visitors.map(({ address }) => address),
  );
  return new Map(
    visitors.flatMap(({ address, parent }): [string, WalletResult][] => {
      const result = stored.get(walletKey(address));
      if (!result?.evaluatedAt || result.evaluatedAt < since) return [];
      const isSameRelation =
        result.walletType === "eoa" || result.parentWalletAddress === (parent ?? undefined);
      return isSameRelation ? [[address, result]] : [];
    }),
  );
}

async function keep(
  ctx: Ctx,
  link: GatedLink,
  results: readonly WalletResult[],
  { onReleased }: DecideOptions,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await storeResults(tx, link.id, results);
    if (!results.some(({ status }) => status === "approved")) return;
    const released = await releaseHeld(tx, link);
    if (released.length > 0) await onReleased?.(tx, released);
  });
}
