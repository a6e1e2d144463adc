import type { ComponentProps } from "react";
import { ChevronDown } from "@/components/icons/icons";
import { cn } from "./cn";
import { controlLook } from "./input";

export interface SelectOption {
  value: string;
  label: string;
  isDisabled?: boolean;
}

interface SelectProps extends ComponentProps<"select"> {
  options: readonly SelectOption[];
  /** Shown while nothing is chosen; cannot be chosen itself. */
  placeholder?: string;
}

/** The browser's own combobox: it works by keyboard, by voice and on every phone. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <span className="relative block">
      <select {...rest} className={cn(controlLook, "h-10 appearance-none truncate bg-card pr-9", className)}>
        {placeholder !== undefined && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map(({ value, label, isDisabled }) => (
          <option key={value} value={value} disabled={isDisabled}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-3 right-3 size-4 text-muted"
      />
    </span>
  );
}
