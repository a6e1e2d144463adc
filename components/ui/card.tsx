import { type ReactNode, useId } from "react";
import { cn } from "./cn";

interface CardProps {
  /** The heading; the card is then a region with that name. */
  title?: ReactNode;
  description?: ReactNode;
  /** Stands right of the heading. */
  action?: ReactNode;
  level?: 2 | 3;
  children?: ReactNode;
  className?: string;
  bodyClassName?: string;
}

/** A sheet of paper: heading, dashed rule, content. */
export function Card({
  title,
  description,
  action,
  level = 2,
  children,
  className,
  bodyClassName,
}: CardProps) {
  const id = useId();
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={cn("min-w-0 rounded-lg border border-line bg-card shadow-xs", className)}
    >
      {title && (
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 border-b border-dashed border-line px-4 py-4 sm:px-6">
          <div className="min-w-0">
            <Heading id={id} className="font-serif text-lg font-semibold text-balance">
              {title}
            </Heading>
            {description && <p className="mt-1 text-sm leading-relaxed text-muted">{description}</p>}
          </div>
          {action}
        </div>
      )}
      {children !== undefined && (
        <div className={cn("px-4 py-4 sm:px-6 sm:py-5", bodyClassName)}>{children}</div>
      )}
    </section>
  );
}
