import { cn } from "./cn";
import { CopyButton } from "./copy-button";
import { Grouped, shorten } from "./grouped";

interface AddressProps {
  value: string;
  /** Short for lists; full in groups of four where somebody compares it. */
  form?: "short" | "full";
  /** Offers to copy it, under this name; without it there is no button. */
  copy?: string;
  className?: string;
}

/** An address, hash or ID. However short it looks, a screen reader and the clipboard get all of it. */
export function Address({ value, form = "short", copy, className }: AddressProps) {
  return (
    <span className={cn("inline-flex min-w-0 max-w-full items-center gap-2", className)}>
      <span
        className="min-w-0 font-mono text-[0.9em] break-words"
        title={form === "short" ? value : undefined}
      >
        {form === "short" ? shorten(value) : <Grouped value={value} />}
      </span>
      {copy && <CopyButton text={value} what={copy} />}
    </span>
  );
}

export { shorten };
