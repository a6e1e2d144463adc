import { formatFigures } from "@/components/i18n/format-amount";
import { DEFAULT_LOCALE } from "@/components/i18n/locales";
import { cn } from "./cn";

interface AmountProps {
  /** A decimal string as the API gives it, in full precision. */
  value: string;
  /** Symbol or code, as "USDC". */
  unit?: string;
  className?: string;
}

/** Money on the pages of merchants, written as the payer's page writes it: nothing is rounded. */
export function Amount({ value, unit = "", className }: AmountProps) {
  return (
    <span className={cn("tabular-nums", className)}>
      <span className="whitespace-nowrap">{formatFigures(value, unit, DEFAULT_LOCALE)}</span>
      {unit && <span className="text-[0.92em]"> {unit}</span>}
    </span>
  );
}
