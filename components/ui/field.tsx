import { type ReactNode, useId } from "react";
import { CircleAlert } from "@/components/icons/icons";
import { cn } from "./cn";

/** What a control inside a field needs to be named and described. */
export interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong, in words that say what to do. */
  error?: string | undefined;
  isOptional?: boolean;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

/** A label, its control, a hint and an error, tied together for those who cannot see them stand together. */
export function Field({ label, hint, error, isOptional = false, className, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={cn("min-w-0", className)}>
      <label htmlFor={id} className="mb-1.5 flex items-baseline justify-between gap-3 text-sm font-medium">
        {label}
        {isOptional && <span className="font-normal text-muted">optional</span>}
      </label>
      {children({
        id,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": isOptional ? undefined : true,
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm leading-relaxed text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{error}</span>
        </p>
      )}
    </div>
  );
}
