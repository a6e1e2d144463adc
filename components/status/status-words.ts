import type { Tone } from "@/components/ui/badge";
import type { Status } from "@/server/status-page/schema";

type State = Status["webhooks"];

/** What each state is called on the public page, and what it means to somebody who pays or is paid. */
export const STATE_WORDS: Record<State, { name: string; tone: Tone; means: string }> = {
  up: { name: "Up", tone: "positive", means: "Payments are noticed as they happen." },
  behind: { name: "Behind", tone: "warning", means: "Everything is late; nothing is lost." },
  no_quorum: {
    name: "Waiting for nodes",
    tone: "warning",
    means: "Payments are seen, and count once enough nodes agree.",
  },
  silent: {
    name: "Not followed",
    tone: "danger",
    means: "Payments are noticed once the network can be read again; none is lost.",
  },
  unknown: { name: "Not known yet", tone: "neutral", means: "Nothing has been read yet." },
};

/** The whole service in one sentence. */
export function summaryOf({ networks, webhooks }: Status): { tone: Tone; text: string } {
  const states = [...networks.map(({ state }) => state), webhooks];
  if (states.includes("silent")) return { tone: "danger", text: "Some networks are not followed" };
  if (states.includes("no_quorum") || states.includes("behind"))
    return { tone: "warning", text: "Some things are late" };
  return states.includes("unknown")
    ? { tone: "neutral", text: "Some networks have not been read yet" }
    : { tone: "positive", text: "Everything is up" };
}

/** A time in words: `2.5 s`, `3 min`, `2 h 5 min`. */
export function durationInWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}

/** A share in percent: never rounded up to all, nor down to none. */
export function shareInWords(share: number): string {
  return `${share >= 0.9995 ? 100 : Math.floor(share * 1000) / 10} %`;
}
