import type { SimNetwork } from "@/sim/chain/sim-network";
import { BASE, BSC } from "@/sim/chain/sim-network";

/**
 * How the provider of quotes answers at the moment. Beside the truth: not at all, after its caller gave up, with an error,
 * or with something that no payer should sign.
 */
export const SITE_BEHAVIOURS = [
  "right",
  "away",
  "late",
  "error",
  "busy",
  "garbled",
  "other_pool",
  "other_token",
  "dear",
  "too_long",
  "over",
] as const;
export type SiteBehaviour = (typeof SITE_BEHAVIOURS)[number];

const HOST = "app.across.to";
/** More than anybody waits for an answer. */
const LATE_MS = 8_000;
/** Nobody may fill for longer than the pool allows, which is this. */
const LONGEST_SECONDS = 21_600;
const NOBODY = "0x0000000000000000000000000000000000000000";
const STRANGER = "0x9999999999999999999999999999999999999999";

/** The provider that is asked what it costs to bring money from one network to another (docs/contract/providers.md §2.4). */
export class BridgeSite {
  behaviour: SiteBehaviour = "right";
  /** So long a deposit may be filled, seconds. */
  fillSeconds = 3_600;
  readonly #now: () => number;

  /** `now` in milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** So much longer than another site it takes, milliseconds. */
  delayMs(url: URL): number {
    return url.hostname === HOST && this.behaviour === "late" ? LATE_MS : 0;
  }

  /** The answer to a question at `url`; null where it is none of this site, or the site is away. */
  answer(url: URL): Response | null {
    if (url.hostname !== HOST || this.behaviour === "away") return null;
    switch (this.behaviour) {
      case "error":
        return new Response("", { status: 502 });
      case "busy":
        return new Response("", { status: 429, headers: { "retry-after": "3" } });
      case "garbled":
        return json({ totalRelayFee: { total: "-1" } });
      default:
        return json(this.#fees(url.searchParams));
    }
  }

  #fees(asked: URLSearchParams): unknown {
    const now = Math.floor(this.#now() / 1_000);
    const source = networkOf(asked.get("originChainId"));
    const amount = BigInt(asked.get("amount") ?? "0");
    const { behaviour } = this;
    const fills = { over: -60, too_long: LONGEST_SECONDS + 3_600 }[behaviour as string] ?? this.fillSeconds;
    const inputToken = asked.get("inputToken") ?? NOBODY;
    return {
      totalRelayFee: { total: String(behaviour === "dear" ? 20n * amount : amount / 500n + 1n) },
      timestamp: String(now - 20),
      fillDeadline: String(now + fills),
      estimatedFillTimeSec: 4,
      exclusivityDeadline: 0,
      exclusiveRelayer: NOBODY,
      spokePoolAddress: behaviour === "other_pool" ? STRANGER : (source?.pool ?? NOBODY),
      isAmountTooLow: false,
      inputToken: {
        address: behaviour === "other_token" ? STRANGER : inputToken,
        decimals: source?.decimals ?? 0,
      },
    };
  }
}

function networkOf(chainId: string | null): SimNetwork | undefined {
  return [BSC, BASE].find((one) => String(one.chainId) === chainId);
}

function json(body: unknown): Response {
  return new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });
}
