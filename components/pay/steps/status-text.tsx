import type { ReactNode } from "react";
import type { Translator } from "@/components/i18n/translator";
import { partlyPaidText } from "@/components/pay/notices/partly-paid";
import { SafeProgress } from "@/components/pay/safe/safe-progress";
import type { PageStateOf } from "@/server/secure-payments/page/page-schema";

export type Stopped = PageStateOf<
  | "not_found"
  | "unavailable"
  | "no_rate"
  | "blocked"
  | "expired"
  | "invalidated"
  | "failed"
  | "in_progress"
  | "hidden"
>;

/** A state in which nothing can be paid here now: what happened, where the money is, what to do next. */
export function statusText(t: Translator, page: Stopped): { title: string; text: string; more?: ReactNode } {
  switch (page.kind) {
    case "blocked":
      return { title: t("pay.blocked.title"), text: t(`pay.blocked.${page.reason}`) };
    case "expired":
      return {
        title: t("pay.expired.title"),
        text: t(page.facts ? "pay.expired.partly" : "pay.expired.text"),
        more: page.facts && <p className="mt-2">{partlyPaidText(t, page.facts)}</p>,
      };
    case "in_progress": {
      return {
        title: t("pay.in_progress.title"),
        text: t("pay.in_progress.text"),
        more: page.safe && <SafeProgress t={t} safe={page.safe} />,
      };
    }
    default:
      return { title: t(`pay.${page.kind}.title`), text: t(`pay.${page.kind}.text`) };
  }
}
