"use client";

import {
  Ban,
  CircleCheck,
  CircleDot,
  Clock,
  type LucideIcon,
  Pause,
  Play,
  Receipt,
  TriangleAlert,
} from "lucide-react";
import { cn } from "@/components/ui/cn";
import { Time } from "@/components/ui/time";
import type { ScheduleStep } from "@/server/dashboard/schedules/schema";

const KINDS: Record<ScheduleStep["kind"], { title: string; Icon: LucideIcon; look?: string }> = {
  created: { title: "Created", Icon: CircleDot },
  signed: { title: "Signed by the payer", Icon: CircleCheck },
  paid: { title: "Instalment paid", Icon: Receipt, look: "border-positive/50 text-positive" },
  failed: { title: "Attempt failed", Icon: TriangleAlert, look: "border-danger/50 text-danger" },
  reorged: { title: "Taken back by the chain", Icon: TriangleAlert, look: "border-danger/50 text-danger" },
  paused: { title: "Paused", Icon: Pause },
  resumed: { title: "Resumed", Icon: Play },
  cancelled: { title: "Cancelled", Icon: Ban },
  expired: { title: "Permit ran out", Icon: Clock },
  completed: { title: "Completed", Icon: CircleCheck, look: "border-positive/50 text-positive" },
};

/** Everything that happened, oldest first. */
export function ScheduleTimeline({ steps }: { steps: readonly ScheduleStep[] }) {
  return (
    <ol>
      {steps.map((step, index) => {
        const { title, Icon, look = "border-line text-muted" } = KINDS[step.kind];
        const isLast = index === steps.length - 1;
        return (
          <li
            key={`${step.kind} ${step.at} ${step.reason}`}
            className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3"
          >
            <span aria-hidden="true" className="flex flex-col items-center">
              <span className={cn("grid size-8 place-items-center rounded-full border bg-card", look)}>
                <Icon className="size-4" />
              </span>
              {!isLast && <span className="my-1 w-px flex-1 border-l border-dashed border-line" />}
            </span>
            <div className={cn("min-w-0 pt-1", !isLast && "pb-6")}>
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <h2 className="text-sm font-semibold">{title}</h2>
                <Time value={step.at} className="text-xs text-muted" />
              </div>
              <p className="mt-0.5 text-sm leading-relaxed wrap-anywhere text-muted">{step.reason}</p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
