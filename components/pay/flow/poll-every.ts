import type { Flow } from "@/components/pay/flow/flow-state";
import { isBeforePaying } from "@/server/secure-payments/offramp/bank-schema";

const EXPECTING_MS = 2_000;
const WAITING_MS = 10_000;

/**
 * How often the server is asked, by how soon something is expected to change; null where nothing changes any more, or
 * where something else is already asking. Also while a wallet is asked: one that has paid may never say so.
 */
export function pollEvery({ step, page, isSilent }: Pick<Flow, "step" | "page" | "isSilent">): number | null {
  if (step === "confirming" || page.kind === "in_progress") return EXPECTING_MS;
  if (page.kind === "to_bank" && isBeforePaying(page.stage)) return EXPECTING_MS;
  if (step === "checking") return isSilent ? EXPECTING_MS : null;
  if (page.kind === "not_found") return null;
  if (step === "done" || page.kind === "invalidated" || page.kind === "failed") return null;
  return WAITING_MS;
}
