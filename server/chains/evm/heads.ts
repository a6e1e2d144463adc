import { createClient, webSocket } from "viem";
import { ChainError } from "@/server/chains/chain-error";
import { shortReason } from "@/server/chains/evm/rpc";
import { clock } from "@/server/lib/clock";

/** How long a lost socket stays lost before the next try. */
const RETRY_MS = 2_000;

/**
 * Calls `wake` whenever the node announces a new head, and once when a connection stands, for heads that were
 * missed. Only a hint: the watcher polls as well, so a lost socket costs time, never a block. `trouble` hears
 * of every connection that failed or was lost; the next one is tried by itself. Returns what ends it all.
 */
export function subscribeHeads(
  url: string,
  wake: () => void,
  trouble: (error: ChainError) => void,
  retryMs = RETRY_MS,
): () => void {
  let ended = false;
  let cancelRetry = () => {};
  let close = () => {};
  const connect = async () => {
    let isOver = false;
    let closeOwn = () => {};
    const over = (cause: unknown) => {
      if (isOver) return;
      isOver = true;
      closeOwn();
      if (ended) return;
      trouble(new ChainError(`newHeads: ${shortReason(cause)}`));
      cancelRetry = clock.setTimer(retryMs, () => void connect());
    };
    close = () => over(null);
    try {
      // We reconnect ourselves: the library gives up when the node is still away at its first try.
      const { transport } = createClient({ transport: webSocket(url, { reconnect: false, retryCount: 0 }) });
      const socket = await transport.getRpcClient();
      closeOwn = () => socket.close();
      if (isOver) return closeOwn();
      await transport.subscribe({ params: ["newHeads"], onData: wake, onError: over });
      wake();
    } catch (cause) {
      over(cause);
    }
  };
  void connect();
  return () => {
    ended = true;
    cancelRetry();
    close();
  };
}
