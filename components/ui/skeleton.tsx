import { cn } from "./cn";

/** Where something will be. Hidden from screen readers: the region around it says that it is loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn("block h-4 rounded bg-line/70 motion-safe:animate-pulse", className)}
    />
  );
}
