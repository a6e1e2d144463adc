import type { ScheduleInstalment, ScheduleRow } from "@/server/dashboard/schedules/schema";
import { MAX_ATTEMPTS } from "@/server/recurring-payouts/schedule";

/** How a schedule is doing, in one sentence. */
export function scheduleHealthReason(
  { health, reason, processedPayments, totalPayments, cancelledBy }: ScheduleRow,
  instalments: readonly ScheduleInstalment[],
): string {
  const next = instalments[processedPayments];
  const paid = `${processedPayments} of ${totalPayments} instalments are paid`;
  switch (health) {
    case "pending":
      return "It waits for the payer's signature. Nothing is paid before that.";
    case "active":
      return onItsWay(next) ?? `${paid}, and the next one is not due yet.`;
    case "late": {
      const failed = next?.attempts.filter(({ outcome }) => outcome === "failed").length ?? 0;
      if (next?.state === "retrying") {
        return `Instalment ${next.index} could not be paid: ${lowered(reason)}. ${failed} of ${MAX_ATTEMPTS} attempts failed; the next one follows by itself.`;
      }
      return onItsWay(next) ?? `Instalment ${processedPayments + 1} is due and was not paid yet.`;
    }
    case "paused":
      return `Nothing is paid until it is resumed. ${reason ?? "It is paused"}. ${paid}.`;
    case "completed":
      return `All ${totalPayments} instalments are paid.`;
    case "cancelled":
      return `${END[cancelledBy ?? "platform"]} ${paid}; the others are not paid any more.`;
  }
}

const END = {
  platform: "It was cancelled by the platform.",
  payer: "The payer cancelled it in the contract.",
  deadline: "The permit ran out.",
} as const;

function onItsWay(next: ScheduleInstalment | undefined): string | null {
  switch (next?.state) {
    case "due":
      return `Instalment ${next.index} is due and is about to be sent.`;
    case "submitted":
      return `Instalment ${next.index} is on its way to the chain.`;
    case "confirming":
      return `Instalment ${next.index} is in a block and waits for more confirmations.`;
    default:
      return null;
  }
}

function lowered(reason: string | null): string {
  return reason === null ? "the contract refused it" : reason.charAt(0).toLowerCase() + reason.slice(1);
}
