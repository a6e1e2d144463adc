import { z } from "zod";
import { BridgeFault, NoRoute } from "@/server/providers/crosschain/provider";

const Problem = z.looseObject({
  code: z.union([z.number(), z.string()]).optional(),
  message: z.string().optional(),
  errors: z.unknown().optional(),
});

/** 1005 rate limit, 1006 server, 1009 timeout, 1010 the key: faults, whatever their status (providers.md §1.6). */
const RATE_LIMIT = "1005";
const FAULTS = new Set([RATE_LIMIT, "1006", "1009", "1010"]);

/** What an answer that is no step means: LI.FI has no way, or it is not well. */
export function refusalOf(status: number, body: unknown): BridgeFault | NoRoute {
  const problem = Problem.safeParse(body).data;
  const code = String(problem?.code ?? "").slice(0, 20);
  if (FAULTS.has(code)) return new BridgeFault(`code ${code}`, { isQuota: code === RATE_LIMIT });
  if (status === 401 || status === 403) return new BridgeFault(`status ${status}: is the key right?`);
  if (/AMOUNT_TOO_LOW|FEES_HIGHER_THAN_AMOUNT/.test(JSON.stringify(problem?.errors ?? ""))) {
    return new NoRoute("amount_too_low", "below the bridge's minimum");
  }
  return new NoRoute("no_route", code === "" ? `status ${status}` : `code ${code}`);
}
