const NAME = "quittance:session-used";

/** Tells the other tabs that the dashboard is used, in milliseconds since 1970. */
export function announceUse(at: number): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(at);
  channel.close();
}

/** Calls `listener` whenever another tab is used. Returns what ends it. */
export function onUseElsewhere(listener: (at: number) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<number>) => listener(data);
  return () => channel.close();
}
