"use client";

import {
  Ban,
  CircleCheck,
  CircleDot,
  Clock,
  Pause,
  Play,
  Receipt,
  TriangleAlert,
} from "@/components/icons/icons";
import type { ScheduleStep } from "@/server/dashboard/schedules/schema";
import { type StepKind, TimelineStep } from "../../shared/timeline-step";

const KINDS: Record<ScheduleStep["kind"], StepKind> = {
  created: { title: "Created", Icon: CircleDot },
  signed: { title: "Signed by the payer", Icon: CircleCheck },
  paid: { title: "Instalment paid", Icon: Receipt, look: "good" },
  failed: { title: "Attempt failed", Icon: TriangleAlert, look: "bad" },
  reorged: { title: "Taken back by the chain", Icon: TriangleAlert, look: "bad" },
  paused: { title: "Paused", Icon: Pause },
  resumed: { title: "Resumed", Icon: Play },
  cancelled: { title: "Cancelled", Icon: Ban },
  expired: { title: "Permit ran out", Icon: Clock },
  completed: { title: "Completed", Icon: CircleCheck, look: "good" },
};

/** Everything that happened, oldest first. */
export function ScheduleTimeline({ steps }: { steps: readonly ScheduleStep[] }) {
  return (
    <ol>
      {steps.map((step, index) => (
        <TimelineStep
          key={`${step.kind} ${step.at} ${step.reason}`}
          kind={KINDS[step.kind]}
          at={step.at}
          reason={step.reason}
          isLast={index === steps.length - 1}
        />
      ))}
    </ol>
  );
}
