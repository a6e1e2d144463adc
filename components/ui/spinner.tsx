import { cn } from "./cn";

/** Something is under way. Says nothing by itself: the text beside it does. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      className={cn("size-4 motion-safe:animate-spin", className)}
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
    >
      <circle cx="8" cy="8" r="6" className="stroke-current opacity-25" />
      <path d="M14 8a6 6 0 0 0-6-6" className="stroke-current" />
    </svg>
  );
}
