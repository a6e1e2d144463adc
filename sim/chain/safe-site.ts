import type { Hex } from "viem";
import type { SafeTransaction } from "@/sim/chain/safe";

/**
 * How the service of signatures answers at the moment. Beside the truth: not at all, after its caller gave up, with an
 * error, of another Safe, of nothing that it knows, or with more signatures than there are owners.
 */
export const SAFE_SITE_BEHAVIOURS = [
  "right",
  "away",
  "late",
  "error",
  "busy",
  "garbled",
  "other_safe",
  "unknown",
  "crowd",
] as const;
export type SafeSiteBehaviour = (typeof SAFE_SITE_BEHAVIOURS)[number];

/** Where the service of a run is told that it is; `{name}` stands for a network. */
export const SAFE_SITE_URL = "https://safe-transactions.sim/{name}/api";
const HOST = new URL(SAFE_SITE_URL).hostname;
/** More than anybody waits for an answer. */
const LATE_MS = 8_000;
const STRANGER = "0x9999999999999999999999999999999999999999";
/** Signatures that are made up. */
const CROWD = 40;

/** A transaction that owners of a Safe have proposed to each other. */
export interface Proposal extends SafeTransaction {
  safe: Hex;
  nonce: number;
  safeTxHash: Hex;
  /** Owners who have signed it. */
  signers: readonly Hex[];
}

/** Where owners of Safes propose and sign transactions (docs/contract/providers.md §4.1). */
export class SafeSite {
  behaviour: SafeSiteBehaviour = "right";
  readonly #proposals = new Map<string, Proposal>();

  /** Takes note of a transaction, or of more signatures of one that is known. */
  propose({ signers, ...transaction }: Proposal): void {
    const { signers: known = [] } = this.#proposals.get(transaction.safeTxHash) ?? {};
    const all = [...new Set([...known, ...signers])];
    this.#proposals.set(transaction.safeTxHash, { ...transaction, signers: all });
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
        return json({ results: "none" });
      case "unknown":
        return new Response("", { status: 404 });
      default:
        return this.#proposalsAt(url);
    }
  }

  #proposalsAt(url: URL): Response {
    const [, hash] = /\/multisig-transactions\/(0x[0-9a-f]{64})\/$/.exec(url.pathname) ?? [];
    if (hash !== undefined) {
      const proposal = this.#proposals.get(hash);
      return proposal ? json(this.#wordsOf(proposal)) : new Response("", { status: 404 });
    }
    const [, safe = ""] = /\/safes\/(0x[0-9a-fA-F]{40})\//.exec(url.pathname) ?? [];
    const nonce = url.searchParams.get("nonce");
    const own = [...this.#proposals.values()].filter(
      (one) => one.safe === safe.toLowerCase() && String(one.nonce) === nonce,
    );
    return json({ results: own.map((one) => this.#wordsOf(one)) });
  }

  #wordsOf({ safe, to, value, data, nonce, safeTxHash, signers }: Proposal): unknown {
    const { behaviour } = this;
    const owners = behaviour === "crowd" ? Array.from({ length: CROWD }, (_, i) => madeUp(i)) : signers;
    return {
      safe: behaviour === "other_safe" ? STRANGER : safe,
      to,
      value: value.toString(),
      data: data === "0x" ? null : data,
      nonce,
      safeTxHash,
      confirmations: owners.map((owner) => ({ owner })),
    };
  }
}

function madeUp(position: number): string {
  return `0x${String(position + 1).padStart(40, "9")}`;
}

function json(body: unknown): Response {
  return new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });
}
