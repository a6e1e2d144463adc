"use client";

import { Card } from "@/components/ui/card";
import { Tabs } from "@/components/ui/tabs";
import type { ScheduleDetail as Detail, ScheduleRow } from "@/server/dashboard/schedules/schema";
import { PageFrame } from "../../frame/page-frame";
import { RecordLoading, RecordNotLoaded } from "../../shared/one-record";
import { ShareLink } from "../../shared/share-link";
import { ExecutorNotice } from "../executor-notice";
import { useListedSchedule, useSchedule } from "../use-schedules";
import { Instalments } from "./instalments";
import { PermitCard } from "./permit-card";
import { ScheduleActions } from "./schedule-actions";
import { ScheduleFacts } from "./schedule-facts";
import { ScheduleTimeline } from "./schedule-timeline";
import { StopOnChain } from "./stop-on-chain";

const BACK = { href: "/dashboard/recurring", name: "Recurring" };

/** One schedule: how it is doing, every instalment, and what can be done about it. */
export function ScheduleDetail({ id }: { id: string }) {
  const { data, error, refetch } = useSchedule(id);
  const listed = useListedSchedule(id);
  const schedule = data?.schedule ?? listed;
  return (
    <PageFrame
      operation="getDashboardSchedule"
      title={schedule?.reference ?? "Schedule"}
      back={BACK}
      action={data && <ScheduleActions schedule={data.schedule} />}
    >
      {data && <Loaded detail={data} />}
      {!data && error && (
        <RecordNotLoaded what="schedule" list={BACK.name} error={error} onRetry={() => refetch()} />
      )}
      {!data && !error && (schedule ? <Listed schedule={schedule} /> : <RecordLoading what="schedule" />)}
    </PageFrame>
  );
}

/** What its list says of it, at once, until the rest has come. */
function Listed({ schedule }: { schedule: ScheduleRow }) {
  return (
    <div className="grid gap-6 xl:grid-cols-[3fr_2fr]">
      <div className="grid min-w-0 content-start gap-6">
        <ScheduleFacts schedule={schedule} detail={null} />
        <RecordLoading what="instalments" />
      </div>
    </div>
  );
}

function Loaded({ detail }: { detail: Detail }) {
  const { schedule, instalments, timeline, payerPageUrl } = detail;
  const isOver = schedule.status === "completed" || schedule.status === "cancelled";
  return (
    <>
      {!isOver && <ExecutorNotice networks={[schedule.network]} />}
      <div className="grid gap-6 xl:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 content-start gap-6">
          <ScheduleFacts schedule={schedule} detail={detail} />
          {schedule.status === "cancelled" && schedule.signedAt !== null && (
            <StopOnChain schedule={schedule} payerPageUrl={payerPageUrl} />
          )}
          <Card>
            <Tabs
              label="About this schedule"
              tabs={[
                {
                  value: "instalments",
                  label: "Instalments",
                  content: <Instalments instalments={instalments} schedule={schedule} />,
                },
                { value: "timeline", label: "Timeline", content: <ScheduleTimeline steps={timeline} /> },
              ]}
            />
          </Card>
        </div>
        <div className="grid min-w-0 content-start gap-6">
          {schedule.status === "pending" && (
            <ShareLink
              url={payerPageUrl}
              isOpen
              name="Link for the payer"
              description="The payer opens it, reads what the permit allows, and signs."
            />
          )}
          <PermitCard detail={detail} />
        </div>
      </div>
    </>
  );
}
