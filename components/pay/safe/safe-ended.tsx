import type { Translator } from "@/components/i18n/translator";
import { Notice } from "@/components/pay/parts/notice";
import type { PageSafeEnded } from "@/server/secure-payments/page/page-schema";

/** Why a payment from a Safe came to nothing, on a link that can be paid again. */
export function SafeEnded({ t, ended }: { t: Translator; ended: PageSafeEnded | null }) {
  if (!ended) return null;
  return (
    <div className="mt-5">
      <Notice tone="warning">
        {t(`pay.safe.ended.${ended.why}`)}
        <span className="mt-1 block font-mono text-xs break-all" dir="ltr">
          {ended.safeTxHash}
        </span>
      </Notice>
    </div>
  );
}
