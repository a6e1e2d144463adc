import { cn } from "./cn";
import { CopyButton } from "./copy-button";

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
        {form === "short" ? shorten(value) : inGroups(value)}
      </span>
      {copy && <CopyButton text={value} what={copy} />}
    </span>
  );
}

/** First six and last four characters; as it is when that would save nothing. */
export function shorten(value: string): string {
  return value.length <= 14 ? value : `${value.slice(0, 6)}…${value.slice(-4)}`;
}

/** Groups of four, with `0x` standing alone, so that an eye can keep its place. */
export function inGroups(value: string): string {
  const prefix = value.startsWith("0x") ? "0x " : "";
  const groups = value.slice(prefix ? 2 : 0).match(/.{1,4}/g) ?? [];
  return prefix + groups.join(" ");
}
