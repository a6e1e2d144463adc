import { useT } from "@/components/i18n/provider";
import type { Flow } from "@/components/pay/flow/flow-state";
import { Notice } from "@/components/pay/parts/notice";

interface UnansweredNoticeProps extends Pick<Flow, "unanswered"> {
  /** The payment is made, by whichever question. */
  isSent?: boolean;
}

/** A wallet may still ask for a payment that it was asked for before: it must be confirmed once only. */
export function UnansweredNotice({ unanswered, isSent = false }: UnansweredNoticeProps) {
  const t = useT();
  if (unanswered.length === 0) return null;
  return (
    <div className="mt-4">
      <Notice tone="warning">{t(isSent ? "pay.unanswered.sent" : "pay.unanswered")}</Notice>
    </div>
  );
}
