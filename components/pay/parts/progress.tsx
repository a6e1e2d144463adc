import type { Translator } from "@/components/i18n/translator";
import { Bar } from "@/components/pay/parts/bar";
import type { PageProgress } from "@/server/secure-payments/page/page-schema";

interface ProgressProps {
  t: Translator;
  progress: PageProgress | null;
  /** A node has told us already what the service has still to see. */
  isMined?: boolean;
}

/** How deep a payment is in the chain; null while the network has not taken it up. */
export function Progress({ t, progress, isMined = false }: ProgressProps) {
  if (!progress) {
    return <p className="mt-3 text-sm">{t(isMined ? "pay.confirming.mined" : "pay.confirming.waiting")}</p>;
  }
  const { confirmations, needed, isByAmount } = progress;
  const text = t("pay.confirming.progress", { count: confirmations, needed });
  return (
    <div className="mt-3">
      <p className="text-sm">{text}</p>
      <Bar value={confirmations} max={needed} label={text} />
      {isByAmount && <p className="mt-2 text-xs text-muted">{t("pay.confirming.amount", { needed })}</p>}
    </div>
  );
}
