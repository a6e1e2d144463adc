import type { ReactNode } from "react";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "@/components/icons/icons";
import { cn } from "./cn";

const TONES = {
  info: { look: "border-info/30 bg-info-soft text-info", Icon: Info },
  positive: { look: "border-positive/30 bg-positive-soft text-positive", Icon: CircleCheck },
  warning: { look: "border-warning/30 bg-warning-soft text-warning", Icon: TriangleAlert },
  danger: { look: "border-danger/30 bg-danger-soft text-danger", Icon: CircleAlert },
};

interface AlertProps {
  tone?: keyof typeof TONES;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}

/** A strip that says something about what is around it. Danger is announced at once, the rest is found. */
export function Alert({ tone = "info", title, children, action, className }: AlertProps) {
  const { look, Icon } = TONES[tone];
  return (
    <div
      role={tone === "danger" ? "alert" : undefined}
      className={cn("flex gap-3 rounded-md border px-4 py-3 text-sm leading-relaxed", look, className)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 wrap-anywhere">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
      {action}
    </div>
  );
}
