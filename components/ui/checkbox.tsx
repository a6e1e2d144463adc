import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "./cn";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
  hint?: ReactNode;
  /** A switch is on at once; a box is ticked and sent later. */
  isSwitch?: boolean;
  /** Shown to screen readers only, as in a table whose head says what the column is. */
  isLabelHidden?: boolean;
}

/** A tick box or a switch with its label. */
export function Checkbox({
  label,
  hint,
  isSwitch = false,
  isLabelHidden = false,
  className,
  ...rest
}: CheckboxProps) {
  const id = useId();
  return (
    <div className={cn("flex items-start gap-3", className)}>
      <input
        id={id}
        type="checkbox"
        role={isSwitch ? "switch" : undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...rest}
        className={
          isSwitch
            ? "relative mt-0.5 h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full border border-edge bg-sunken transition-colors after:absolute after:top-0.5 after:left-0.5 after:size-3.5 after:rounded-full after:bg-edge after:transition-transform checked:border-accent checked:bg-accent checked:after:translate-x-4 checked:after:bg-accent-ink disabled:cursor-not-allowed disabled:opacity-55"
            : "mt-0.5 size-5 shrink-0 cursor-pointer accent-accent disabled:cursor-not-allowed"
        }
      />
      <div className={isLabelHidden ? "sr-only" : "min-w-0 text-sm leading-6"}>
        <label htmlFor={id} className="cursor-pointer">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="leading-relaxed text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
