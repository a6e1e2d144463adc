import type { ReactNode } from "react";
import { Check } from "@/components/icons/icons";
import { cn } from "@/components/ui/cn";
import { STEP_WORDS, STEPS, type StepName, type StepState } from "./steps";

const STATE_WORDS: Readonly<Record<StepState, string>> = { done: "Done", now: "Now", later: "Later" };

interface StepProps {
  name: StepName;
  state: StepState;
  /** What is to be done, or what came of it; nothing for a step that is ahead. */
  children?: ReactNode;
}

/** A step of the close, with its number and whether it is done. */
export function Step({ name, state, children }: StepProps) {
  return (
    <li
      aria-current={state === "now" ? "step" : undefined}
      className={cn(
        "rounded-lg border bg-card px-4 py-4 sm:px-6",
        state === "now" ? "border-accent shadow-xs" : "border-line",
      )}
    >
      <div className="flex items-start gap-3">
        <span
          aria-hidden="true"
          className={cn(
            "grid size-7 shrink-0 place-items-center rounded-full border text-sm font-semibold",
            state === "later" ? "border-line text-muted" : "border-accent text-accent",
          )}
        >
          {state === "done" ? <Check className="size-4" /> : STEPS.indexOf(name) + 1}
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <h2 className={cn("font-serif text-lg font-semibold", state === "later" && "text-muted")}>
              {STEP_WORDS[name]}
            </h2>
            <span className="text-xs text-muted">{STATE_WORDS[state]}</span>
          </div>
          {children && <div className="mt-3 grid gap-4 text-sm">{children}</div>}
        </div>
      </div>
    </li>
  );
}
