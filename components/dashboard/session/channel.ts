/** What tabs of one browser tell each other about their common session. */
export type SessionNews =
  | { kind: "signed_out"; address: string }
  | { kind: "signed_in"; address: string }
  | { kind: "used"; at: number };

const NAME = "quittance:session";

/** Tells the other tabs. */
export function postToTabs(news: SessionNews): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(news);
  channel.close();
}

/** Hears what other tabs tell. Returns what ends it. */
export function onTabMessage(listener: (news: SessionNews) => unknown): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<SessionNews>) => listener(data);
  return () => channel.close();
}
