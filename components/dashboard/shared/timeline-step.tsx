import type { ReactNode } from "react";
import type { Icon } from "@/components/icons/icons";
import { cn } from "@/components/ui/cn";
import { Time } from "@/components/ui/time";

const LOOKS = {
  neutral: "border-line text-muted",
  good: "border-positive/50 text-positive",
  bad: "border-danger/50 text-danger",
};

/** How one kind of step looks. Without a look it is neutral. */
export interface StepKind {
  title: string;
  Icon: Icon;
  look?: keyof typeof LOOKS;
}

interface TimelineStepProps {
  kind: StepKind;
  /** ISO 8601. */
  at: string;
  reason: string;
  isLast: boolean;
  /** What else is known of it. */
  children?: ReactNode;
}

/** One step of a timeline, in an `ol`. */
export function TimelineStep({ kind, at, reason, isLast, children }: TimelineStepProps) {
  const { title, Icon, look = "neutral" } = kind;
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3">
      <span aria-hidden="true" className="flex flex-col items-center">
        <span className={cn("grid size-8 place-items-center rounded-full border bg-card", LOOKS[look])}>
          <Icon className="size-4" />
        </span>
        {!isLast && <span className="my-1 w-px flex-1 border-l border-dashed border-line" />}
      </span>
      <div className={cn("min-w-0 pt-1", !isLast && "pb-6")}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="text-sm font-semibold">{title}</h2>
          <Time value={at} form="seconds" className="text-xs text-muted" />
        </div>
        <p className="mt-0.5 text-sm leading-relaxed wrap-anywhere text-muted">{reason}</p>
        {children}
      </div>
    </li>
  );
}
