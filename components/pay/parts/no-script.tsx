import type { Translator } from "@/components/i18n/translator";
import { Notice } from "@/components/pay/parts/notice";

/** For browsers without scripts: the details above are open there, and this says what to do with them. */
export function NoScript({ t }: { t: Translator }) {
  return (
    <noscript>
      <div className="mt-6">
        <Notice tone="info">
          <p>{t("pay.noScript")}</p>
          <p className="mt-2">{t("pay.noScriptHow")}</p>
        </Notice>
      </div>
    </noscript>
  );
}
