import type { Translator } from "@/components/i18n/translator";
import { Notice } from "@/components/pay/parts/notice";
import { disagreementIn } from "@/components/pay/safety/schedule/schedule-agreement";
import { PermitTable } from "@/components/pay/schedule/view/permit-table";
import { ScheduleDates } from "@/components/pay/schedule/view/schedule-dates";
import { ScheduleStatus } from "@/components/pay/schedule/view/schedule-status";
import { ScheduleSummary } from "@/components/pay/schedule/view/schedule-summary";
import type { PageSchedule, SchedulePageState } from "@/server/recurring-payouts/page/page-schema";

/** The page as it opens, complete without any script. Drawn on the server. */
export function ScheduleFirstView({ t, page }: { t: Translator; page: SchedulePageState }) {
  if (page.kind === "not_found") {
    return (
      <>
        <h1 className="font-serif text-2xl font-semibold text-balance">{t("schedule.notFound.title")}</h1>
        <p className="mt-3 text-sm leading-relaxed">{t("schedule.notFound.text")}</p>
      </>
    );
  }
  if (disagreementIn(page.shown, page)) {
    return (
      <>
        <h1 className="font-serif text-2xl font-semibold text-balance">{t("pay.refused.title")}</h1>
        <div className="mt-4">
          <Notice tone="danger">{t("pay.refused.text")}</Notice>
        </div>
      </>
    );
  }
  return (
    <>
      <ScheduleView t={t} page={page} />
      {page.status === "pending" && (
        <noscript>
          <div className="mt-6">
            <Notice tone="info">{t("schedule.noScript")}</Notice>
          </div>
        </noscript>
      )}
    </>
  );
}

/** A schedule in words, its dates, and what exactly is signed for it. */
export function ScheduleView({ t, page }: { t: Translator; page: PageSchedule }) {
  return (
    <>
      <ScheduleSummary t={t} page={page} />
      <ScheduleStatus t={t} page={page} />
      <ScheduleDates t={t} page={page} />
      <PermitTable t={t} shown={page.shown} />
    </>
  );
}
