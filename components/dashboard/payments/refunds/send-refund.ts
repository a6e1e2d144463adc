import { poll } from "@/components/pay/api/poll";
import { broadcastBy } from "@/components/pay/api/relay";
import { permissionOf } from "@/components/pay/chain/chain";
import type { Step } from "@/components/pay/safety/comparison";
import { NETWORKS, type NetworkId } from "@/server/chains/networks";
import { type TronRelay, type Wallet, WalletError } from "@/wallet/wallet";
import type { ComparedRefund, SentRefund } from "./refund-flow";

const LOOK_MS = 1_000;

/** The chain did not carry out an approval, or the wallet changed it to too little. */
export class NotApproved extends Error {
  override readonly name = "NotApproved";
}

/** What a merchant is told while the wallet is asked for one thing after another. */
export interface Progress {
  /** The wallet sent an approval, which waits for its block. */
  approving(): void;
  /** It is in the chain; the wallet is asked for what comes after it. */
  approved(): void;
}

/**
 * Has the wallet sign and send a refund: its approvals, each after the one before is in the chain, and the payment. A Safe
 * proposes all of them to its owners as one batch. Throws `WalletError`, `NotApproved`, and `RelayRefused` where a transaction
 * on Tron certainly went nowhere.
 */
export async function sendRefund(
  wallet: Wallet,
  network: NetworkId,
  { steps, batch }: ComparedRefund,
  { isSafe, relay, progress }: { isSafe: boolean; relay: TronRelay; progress: Progress },
): Promise<SentRefund> {
  const { chainId } = NETWORKS[network];
  await wallet.switchChain(chainId);
  if (isSafe && steps.length > 1) {
    if (!batch || !(await wallet.batches?.isAtomic(chainId))) {
      throw new WalletError("no_batch", "this Safe's wallet knows no batches");
    }
    await wallet.batches?.send(batch);
    return { hash: null, wallet: wallet.address };
  }
  for (const step of steps) {
    const hash = await wallet.send(step.transaction, relay);
    if (step.kind === "pay") return { hash: isSafe ? null : hash, wallet: wallet.address };
    progress.approving();
    await untilAllowed(network, step, hash, wallet.address);
    progress.approved();
  }
  throw new Error("a refund has a payment");
}

/** Resolves when the chain has what an approval is for. Throws `NotApproved`. */
async function untilAllowed(network: NetworkId, step: Step, hash: string, wallet: string): Promise<void> {
  const ended = new AbortController();
  let nonce: number | null = null;
  let isSet = false;
  await poll(
    async () => {
      const seen = await permissionOf(network, step, { hash, wallet, nonce });
      nonce = seen.nonce;
      if (seen.state === "pending") return;
      isSet = seen.state === "set";
      ended.abort();
    },
    LOOK_MS,
    ended.signal,
  );
  if (!isSet) throw new NotApproved("the approval is not in the chain");
}

/** Hands what a wallet on Tron signed to the service, which sends it on. */
export function refundRelay(authBase: string, path: { requestId: string; refundId: string }): TronRelay {
  return (signedTransaction) => {
    const hand = () =>
      fetch(`${authBase}/v1/dashboard/refunds/tron/broadcast`, {
        method: "POST",
        credentials: "include",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...path, signedTransaction }),
      });
    return broadcastBy(hand, signedTransaction);
  };
}
