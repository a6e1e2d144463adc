import { broadcastBy } from "@/components/pay/api/relay";
import { safeAt } from "@/components/pay/chain/safe";
import { NETWORKS } from "@/server/chains/networks";
import type { SignedTronTransaction, Wallet } from "@/wallet/wallet";
import type { ComparedCollection, SentCollection } from "./collect-flow";

/**
 * Has the wallet sign and send a collection. A Safe only proposes it to its owners: what its wallet answers is then no hash
 * of a transaction. Throws `WalletError`, and `RelayRefused` where a transaction on Tron certainly went nowhere.
 */
export async function sendCollection(
  wallet: Wallet,
  { network, transaction, batch }: ComparedCollection,
  authBase: string,
): Promise<SentCollection> {
  const { chainId } = NETWORKS[network];
  await wallet.switchChain(chainId);
  const isSafe = (await safeAt(network, wallet.address)) !== null;
  if (isSafe && batch && (await wallet.batches?.isAtomic(chainId))) {
    const id = await wallet.batches?.send(batch);
    return { hash: null, batch: id ?? null, wallet: wallet.address };
  }
  const hash = await wallet.send(transaction, (signed) => relay(signed, authBase));
  return isSafe
    ? { hash: null, batch: hash, wallet: wallet.address }
    : { hash, batch: null, wallet: wallet.address };
}

function relay(signedTransaction: SignedTronTransaction, authBase: string): Promise<{ txid: string }> {
  const hand = () =>
    fetch(`${authBase}/v1/dashboard/deposits/tron/broadcast`, {
      method: "POST",
      credentials: "include",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ signedTransaction }),
    });
  return broadcastBy(hand, signedTransaction);
}
