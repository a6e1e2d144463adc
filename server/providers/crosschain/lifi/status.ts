import { z } from "zod";
import type { LifiApi } from "@/server/providers/crosschain/lifi/api";
import type { LifiStatusQuery, LifiTold, LifiWord } from "@/server/providers/crosschain/lifi-told";
import { BridgeFault } from "@/server/providers/crosschain/provider";

/** The body as far as we use it (providers.md §1.5). A substatus is a word, never a text for people. */
const Status = z.looseObject({
  status: z.enum(["NOT_FOUND", "INVALID", "PENDING", "DONE", "FAILED"]),
  substatus: z
    .string()
    .regex(/^[A-Z0-9_]{1,60}$/)
    .nullish(),
});

/**
 * What each status and substatus means. A substatus that is not here means what its status means alone: LI.FI adds some
 * from time to time.
 */
export const LIFI_STATUSES: Record<
  z.infer<typeof Status>["status"],
  { alone: LifiWord } & Readonly<Record<string, LifiWord>>
> = {
  NOT_FOUND: { alone: "not_found" },
  INVALID: { alone: "invalid" },
  PENDING: {
    alone: "pending",
    WAIT_SOURCE_CONFIRMATIONS: "pending",
    WAIT_DESTINATION_TRANSACTION: "pending",
    BRIDGE_NOT_AVAILABLE: "pending",
    CHAIN_NOT_AVAILABLE: "pending",
    UNKNOWN_ERROR: "pending",
    REFUND_IN_PROGRESS: "refund_in_progress",
  },
  DONE: { alone: "completed", COMPLETED: "completed", PARTIAL: "partial", REFUNDED: "refunded" },
  FAILED: {
    alone: "failed",
    EXPIRED: "failed",
    SLIPPAGE_EXCEEDED: "failed",
    OUT_OF_GAS: "failed",
    INSUFFICIENT_ALLOWANCE: "failed",
    INSUFFICIENT_BALANCE: "failed",
    UNKNOWN_ERROR: "failed",
    UNKNOWN_FAILED_ERROR: "failed",
    NOT_PROCESSABLE_REFUND_NEEDED: "refund_needed",
    REFUNDED: "refunded",
  },
};

/** Asks LI.FI what became of a transfer. Throws `BridgeFault` for an answer that cannot be read. */
export async function lifiStatus(api: LifiApi, query: LifiStatusQuery): Promise<LifiTold> {
  const { status, body } = await api.status(query);
  // Documented: 200 also for what is unknown. A 404 says no more than that.
  if (status === 404) return { word: "not_found", substatus: null };
  if (status !== 200) throw new BridgeFault(`status ${status}`);
  const parsed = Status.safeParse(body);
  if (!parsed.success) throw new BridgeFault("a status of another form");
  const { substatus = null } = parsed.data;
  const words = LIFI_STATUSES[parsed.data.status];
  const known = substatus !== null && Object.hasOwn(words, substatus) ? words[substatus] : undefined;
  return { word: known ?? words.alone, substatus };
}
