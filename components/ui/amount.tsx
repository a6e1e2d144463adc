import { cn } from "./cn";

interface AmountProps {
  /** A decimal string as the API gives it, in full precision. */
  value: string;
  /** Symbol or code, as "USDC". */
  unit?: string;
  className?: string;
}

/** Money. Nothing is rounded; thousands are set apart by thin spaces that copying leaves out. */
export function Amount({ value, unit, className }: AmountProps) {
  const [whole = "", fraction] = value.split(".");
  const groups = whole.match(/\d{1,3}(?=(?:\d{3})*$)/g) ?? [whole];
  const sign = whole.startsWith("-") ? "−" : "";
  return (
    <span className={cn("tabular-nums", className)}>
      <span className="whitespace-nowrap">
        {sign}
        {groups.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one number never move
          <span key={index} className={index > 0 ? "ml-[0.18em]" : undefined}>
            {group}
          </span>
        ))}
        {fraction !== undefined && `.${fraction}`}
      </span>
      {unit && <span className="ml-[0.3em] text-[0.92em]">{unit}</span>}
    </span>
  );
}
