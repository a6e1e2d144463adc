import { eq, sql } from "drizzle-orm";
import { platforms } from "@/db/schema";
import type { Branding } from "@/server/branding/schema";
import type { Network } from "@/server/chains/networks";
import { EVERY_CHAIN, type WalletIdentity } from "@/server/chains/wallets/wallet-identity";
import { walletKey } from "@/server/chains/wallets/wallet-text";
import type { Reads } from "@/server/context";
import { prepared } from "@/server/lib/database/prepared";
import { pretendsToBeVerified } from "@/server/lib/text";

/** What an account is called whose owner gave it no name: the ends of its wallet, which a payer is not told. */
const UNNAMED = /^\S{1,8}…/;

const account = prepared((db) =>
  db
    .select({
      name: platforms.name,
      address: platforms.walletAddress,
      chainId: platforms.walletChainId,
      provenAt: platforms.walletProvenAt,
    })
    .from(platforms)
    .where(eq(platforms.id, sql.placeholder("platformId")))
    .prepare("merchant_of_link"),
);

/** Who asks for the money, as a payer may read it. */
export interface Merchant {
  /** Null where the account has none. */
  name: string | null;
  /** The wallet that owns the account and has signed in to it; null where none has. */
  provenWallet: WalletIdentity | null;
}

/**
 * Who asks for the money: the name of the merchant's own branding, else that of the account. A partner's branding names
 * the partner, who is not paid. A name that claims to be verified is no name: the page alone says that, of a wallet.
 */
export async function merchantOf(
  { db }: Pick<Reads, "db">,
  platformId: string,
  branding: Branding | null,
): Promise<Merchant> {
  const [row] = await account(db).execute({ platformId });
  const isOwnBrand = branding?.displayName !== undefined && branding.orchestratorId === undefined;
  const ofAccount = row === undefined || UNNAMED.test(row.name) ? null : row.name;
  const name = isOwnBrand ? (branding.displayName ?? null) : ofAccount;
  return {
    name: name === null || pretendsToBeVerified(name) ? null : name,
    provenWallet:
      row?.address && row.provenAt !== null ? { address: row.address, chainId: row.chainId } : null,
  };
}

/**
 * Whether an address is the wallet that has proven itself as the account's owner: that of a key on every chain, a
 * contract on its own chain only, as somebody else may have another contract there.
 */
export function isProvenWallet(
  { provenWallet }: Pick<Merchant, "provenWallet">,
  address: string,
  { chainId }: Pick<Network, "chainId">,
): boolean {
  if (provenWallet === null || walletKey(provenWallet.address) !== walletKey(address)) return false;
  return provenWallet.chainId === EVERY_CHAIN || provenWallet.chainId === chainId;
}
