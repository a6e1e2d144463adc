import { cva, type VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";
import { cn } from "./cn";

const look = cva(
  "inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap",
  {
    variants: {
      tone: {
        neutral: "bg-sunken text-muted",
        accent: "bg-accent/10 text-accent",
        positive: "bg-positive-soft text-positive",
        warning: "bg-warning-soft text-warning",
        danger: "bg-danger-soft text-danger",
        info: "bg-info-soft text-info",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type Tone = NonNullable<VariantProps<typeof look>["tone"]>;

interface BadgeProps {
  tone?: Tone;
  /** A dot before the text, for something that has a state now. */
  hasDot?: boolean;
  className?: string;
  children: ReactNode;
}

/** A state in one or two words. The colour repeats what the words say, never more. */
export function Badge({ tone = "neutral", hasDot = false, className, children }: BadgeProps) {
  return (
    <span className={cn(look({ tone }), className)}>
      {hasDot && <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  );
}
