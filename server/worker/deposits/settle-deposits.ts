import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import type { ChainAdapter } from "@/server/chains/adapter";
import { isEvmNetworkId } from "@/server/chains/networks";
import { waitingForSettler } from "@/server/dashboard/deposits/waiting-for-settler";
import { createSigner } from "@/server/executor/signer";
import { newUuid } from "@/server/lib/random";
import type { DepositBook } from "@/server/settler/book";
import { newSettlerMemory, settle } from "@/server/settler/settle";
import { releaseLease } from "@/server/settler/store";
import type { LoopDefinition } from "@/server/worker/loop";

/** Slower than blocks: nobody waits for a collection, and each pass looks through what waits. */
const EVERY_MS = 60_000;

/** What the settler may know of deposits. */
export const depositBook: DepositBook = {
  waiting: (ctx, id) => waitingForSettler(ctx, id, systemCaller),
};

/** The loop that collects deposits on one EVM network; none where no settler is set. */
export function settleDepositsLoop(app: App, chain: ChainAdapter): LoopDefinition[] {
  const { network, transactions: node } = chain;
  if (network.family !== "evm" || !isEvmNetworkId(network.id) || !node) return [];
  const settings = app.config.settlers[network.id];
  if (!settings) return [];
  const owner = newUuid();
  const memory = newSettlerMemory();
  const log = app.log.child({ network: network.id });
  const context = () => app.context(systemCaller(""), { log });
  const parts = {
    network,
    chain,
    node,
    signer: createSigner(settings.signer),
    settings,
    book: depositBook,
  };
  return [
    {
      name: `settle ${network.id}`,
      everyMs: EVERY_MS,
      pass: () => settle(context(), parts, owner, memory),
      release: () => releaseLease(context(), network.id, owner),
    },
  ];
}
