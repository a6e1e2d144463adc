import { Badge, type Tone } from "@/components/ui/badge";
import type { PaymentStatus } from "@/server/dashboard/payments-schema";

/** How a merchant reads each state. */
export const STATUS_WORDS: Record<PaymentStatus, { name: string; tone: Tone }> = {
  pending: { name: "Pending", tone: "warning" },
  in_progress: { name: "Confirming", tone: "info" },
  partial: { name: "Partial", tone: "warning" },
  paid: { name: "Paid", tone: "positive" },
  late: { name: "Paid late", tone: "positive" },
  expired: { name: "Expired", tone: "neutral" },
  compliance_failed: { name: "Blocked", tone: "danger" },
  failed: { name: "Failed", tone: "danger" },
  refunded: { name: "Refunded", tone: "neutral" },
};

/** A payment's state in one or two words. */
export function PaymentStatusBadge({ status }: { status: PaymentStatus }) {
  const { name, tone } = STATUS_WORDS[status];
  return (
    <Badge tone={tone} hasDot={status === "in_progress"}>
      {name}
    </Badge>
  );
}
