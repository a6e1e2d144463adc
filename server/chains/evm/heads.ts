import { createClient, webSocket } from "viem";

/**
 * Calls `wake` whenever the node announces a new head. Only a hint: the watcher polls as well, so a lost
 * socket costs time, never a block. Returns what ends the subscription.
 */
export function subscribeHeads(url: string, wake: () => void): () => void {
  let ended = false;
  let unsubscribe: (() => Promise<unknown>) | undefined;
  let retry: NodeJS.Timeout | undefined;
  const connect = async () => {
    const client = createClient({
      transport: webSocket(url, { reconnect: { attempts: 1_000_000, delay: 1_000 }, keepAlive: true }),
    });
    const subscription = await client.transport.subscribe({
      params: ["newHeads"],
      onData: wake,
      onError: () => {},
    });
    unsubscribe = () => subscription.unsubscribe();
    if (ended) await close(client);
    else end = () => close(client);
  };
  const close = async (client: { transport: { getRpcClient(): Promise<{ close(): void }> } }) => {
    await unsubscribe?.().catch(() => undefined);
    (await client.transport.getRpcClient()).close();
  };
  let end = async () => {};
  const attempt = () => {
    connect().catch(() => {
      if (!ended) retry = setTimeout(attempt, 5_000);
    });
  };
  attempt();
  return () => {
    ended = true;
    clearTimeout(retry);
    end().catch(() => undefined);
  };
}
