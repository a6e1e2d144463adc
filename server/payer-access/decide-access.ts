import { walletKey } from "@/server/chains/wallets/wallet-text";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { announceRejection } from "@/server/payer-access/announce-rejection";
import { announceScreening } from "@/server/payer-access/announce-screening";
import { allowlistOf } from "@/server/payer-access/restricted";
import { type AccessDecision, AccessPolicy, type WalletResult } from "@/server/payer-access/schema";
import { decisionOf, namesOf, type ScreenedWallet, screenWallet } from "@/server/payer-access/screen";
import { doubtOwner, type OwnerDoubt } from "@/server/payer-access/smart-account-owner";
import { knownResults, storeResults } from "@/server/payer-access/store";
import {
  type LinkWithPolicy,
  readWallet,
  type VisitingWallets,
} from "@/server/payer-access/visiting-wallets";

export interface DecideOptions {
  /** On `access` a definitive answer of the last minute is used again; `pay` always asks anew (AP-09). */
  on: "access" | "pay";
  /** Runs in the commit that stores an approval: what its wallets paid before, and was held, has to count now. */
  onApproved: (tx: Tx) => Promise<void>;
}

/** A page that is open asks every few seconds; a smart account is not asked whose it is as often. */
const REUSED_MS = 60_000;
/** Where a wallet of a link over several networks is looked up. */
const ANY_NETWORK = "mainnet";

/**
 * Decides whether a wallet may see and pay a link (behaviour.md §23). First the allowlist, compared with the
 * connected wallet (AL-05): a wallet outside is not screened, and its attempt is announced (AL-06, AL-08); nor is
 * one passed that does not say that it is the connected wallet's. Then
 * screening: EOA and smart account both must pass (AP-10). Providers are asked outside of any transaction; the
 * answers are stored in one, and `onApproved` runs in it. On a link that is not restricted, and on outgoing
 * links, every wallet is approved. Throws 400 for a text that is no address, 429 when too many were screened.
 */
export async function decideAccess(
  ctx: Ctx,
  link: LinkWithPolicy,
  wallets: VisitingWallets,
  options: DecideOptions,
): Promise<AccessDecision> {
  const policy = AccessPolicy.parse(link.accessPolicy);
  const visitors = visitorsOf(wallets);
  if (link.flow === "outgoing") return decisionOf(visitors.map(passed));
  const [connected] = visitors;
  if (!allowlistOf(policy)(connected.address)) {
    await inTransaction(ctx, (tx) => announceRejection(tx, link, connected.address));
    return notAllowed(visitors);
  }
  const doubt = await doubtOf(ctx, link, policy, visitors, options);
  if (doubt) {
    const [, account] = visitors;
    // It is the account that would pay, and it is not on the list.
    if (account && doubt.status === "rejected") {
      await inTransaction(ctx, (tx) => announceRejection(tx, link, account.address));
    }
    return decisionOf([
      passed(connected),
      ...(account ? [{ ...namesOf(account), ...doubt, provider: null }] : []),
    ]);
  }
  if (policy.mode === "off") {
    const results = visitors.map(passed);
    // The watcher knows the allowlist, but not which smart account belongs to whom.
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

function notAllowed(visitors: readonly ScreenedWallet[]): AccessDecision {
  const rejected = { status: "rejected", reasonCode: "wallet_not_allowed", provider: null } as const;
  return decisionOf(visitors.map((visitor) => ({ ...namesOf(visitor), ...rejected })));
}

function passed(visitor: ScreenedWallet): WalletResult {
  return { ...namesOf(visitor), status: "approved", reasonCode: null, provider: null };
}

async function screenAll(
  ctx: Ctx,
  link: LinkWithPolicy,
  policy: AccessPolicy,
  visitors: readonly ScreenedWallet[],
  options: DecideOptions,
): Promise<AccessDecision> {
  const occasion = {
    platformId: link.platformId,
    network: link.network ?? ANY_NETWORK,
    linkId: link.id,
    on: options.on,
  };
  const results = await Promise.all(visitors.map((visitor) => screenWallet(ctx, policy, visitor, occasion)));
  const news = await unknownOf(ctx, link, results);
  if (news.length > 0) await keep(ctx, link, news, options);
  return decisionOf(results);
}

/** Results that this link does not have yet: an answer that is used again says nothing new. */
async function unknownOf(ctx: Ctx, link: LinkWithPolicy, results: WalletResult[]): Promise<WalletResult[]> {
  const stored = await knownResults(ctx, link.id, results);
  return results.filter((result) => {
    const known = stored.get(walletKey(result.walletAddress));
    return !known?.namedAt || known.evaluatedAt.toISOString() !== result.evaluatedAt;
  });
}

/**
 * What speaks against a smart account that is named together with an allowed wallet. On access an account that was
 * found to be that wallet's a moment ago is not asked again.
 */
async function doubtOf(
  ctx: Ctx,
  link: LinkWithPolicy,
  policy: AccessPolicy,
  [connected, account]: readonly [ScreenedWallet, ...ScreenedWallet[]],
  { on }: DecideOptions,
): Promise<OwnerDoubt> {
  if (!account || policy.allowedPayerAddresses.length === 0) return null;
  if (on === "access") {
    const since = new Date(ctx.now().getTime() - REUSED_MS);
    const known = (await knownResults(ctx, link.id, [namesOf(account)])).get(walletKey(account.address));
    // Only what the account bore out was kept.
    if (known?.status === "approved" && known.namedAt && known.namedAt >= since) return null;
  }
  return doubtOwner(ctx, link, { account: account.address, wallet: connected.address });
}

async function keep(
  ctx: Ctx,
  link: LinkWithPolicy,
  results: readonly WalletResult[],
  { onApproved }: DecideOptions,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await storeResults(tx, link.id, results);
    await announceScreening(tx, link, results);
    if (results.some(({ status }) => status === "approved")) await onApproved(tx);
  });
}
