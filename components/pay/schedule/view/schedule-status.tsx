import type { ReactNode } from "react";
import type { Translator } from "@/components/i18n/translator";
import { Bar } from "@/components/pay/parts/bar";
import { Notice } from "@/components/pay/parts/notice";
import { Tick } from "@/components/pay/parts/tick";
import { When } from "@/components/pay/schedule/view/schedule-summary";
import type { PageSchedule } from "@/server/recurring-payouts/page/page-schema";

/** Takes the focus when the schedule has moved on. */
export const STATUS_HEADING = "schedule-status";

/** Where a signed schedule is: what was paid, what comes next, and why nothing does. Nothing before it is signed. */
export function ScheduleStatus({ t, page }: { t: Translator; page: PageSchedule }) {
  const { status, failure } = page;
  switch (status) {
    case "pending":
      return null;
    case "active":
      return (
        <Part title={t("schedule.status.active")}>
          <Paid t={t} page={page} />
          <Next t={t} page={page} />
          {failure ? (
            <div className="mt-4">
              <Notice tone="warning">
                {t("schedule.failed", { reason: t(`schedule.failure.${failure}`) })}
              </Notice>
            </div>
          ) : (
            <p className="mt-3 text-sm leading-relaxed text-muted">{t("schedule.active.text")}</p>
          )}
        </Part>
      );
    case "paused":
      return (
        <Part title={t("schedule.status.paused")}>
          <Paid t={t} page={page} />
          <div className="mt-4">
            <Notice tone="warning">
              {failure
                ? t("schedule.paused.failed", { reason: t(`schedule.failure.${failure}`) })
                : t("schedule.paused.text")}
            </Notice>
          </div>
          <p className="mt-3 text-sm leading-relaxed">{t("schedule.paused.next")}</p>
        </Part>
      );
    case "completed":
      return (
        <Part title={t("schedule.status.completed")} hasTick>
          <Paid t={t} page={page} />
          <p className="mt-3 text-sm leading-relaxed">{t("schedule.completed.text")}</p>
        </Part>
      );
    case "cancelled":
      return (
        <Part
          title={t(page.cancelledBy === "deadline" ? "schedule.status.expired" : "schedule.status.cancelled")}
        >
          <Paid t={t} page={page} />
          <p className="mt-3 text-sm leading-relaxed">
            {t(`schedule.cancelled.${page.cancelledBy ?? "platform"}`)}
          </p>
        </Part>
      );
  }
}

function Paid({ t, page: { processed, shown } }: { t: Translator; page: PageSchedule }) {
  const text = t("schedule.progress", { count: processed, needed: shown.payments });
  return (
    <div className="mt-3">
      <p className="text-sm">{text}</p>
      <Bar value={processed} max={shown.payments} label={text} />
    </div>
  );
}

function Next({ t, page: { nextPayment } }: { t: Translator; page: PageSchedule }) {
  if (nextPayment === null) return null;
  return (
    <p className="mt-3 flex flex-wrap justify-between gap-x-4 text-sm">
      <span className="text-muted">{t("schedule.next")}</span>
      <span className="ms-auto font-medium">
        <When t={t} at={new Date(nextPayment)} />
      </span>
    </p>
  );
}

function Part({
  title,
  hasTick = false,
  children,
}: {
  title: string;
  hasTick?: boolean;
  children: ReactNode;
}) {
  return (
    <section className="mt-6 border-t border-dashed border-line pt-6">
      <h2
        id={STATUS_HEADING}
        tabIndex={-1}
        className="flex items-center gap-3 font-serif text-xl font-semibold text-balance outline-offset-4"
      >
        {hasTick && <Tick />}
        {title}
      </h2>
      {children}
    </section>
  );
}
