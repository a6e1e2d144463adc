import type { ComponentProps } from "react";

/**
 * Buttons on pages in a merchant's colours, also for links that look like one: the one thing to do next, something
 * beside it, and a quiet way out. Classes only: these pages do not load what joins those of the other buttons.
 */
export const PAGE_BUTTON = {
  action:
    "flex min-h-12 w-full items-center justify-center gap-2 rounded-md border border-action-edge bg-action px-6 py-3 text-center text-base font-medium wrap-anywhere text-action-ink hover:bg-action/90 disabled:cursor-not-allowed disabled:opacity-55 aria-busy:cursor-progress aria-busy:opacity-55",
  beside:
    "flex min-h-11 items-center justify-center rounded-md border border-edge/60 bg-card px-4 py-2 text-center text-sm font-medium hover:bg-sunken",
  quiet: "min-h-9 rounded px-2 text-sm font-medium text-accent underline-offset-4 hover:underline",
};

interface PageButtonProps extends ComponentProps<"button"> {
  /** May change: it is the same button then, and a press that has begun on it ends on it. */
  look?: keyof typeof PAGE_BUTTON;
}

/** A button of such a page; `className` comes on top of its look. */
export function PageButton({ look = "action", className, ...rest }: PageButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={className ? `${PAGE_BUTTON[look]} ${className}` : PAGE_BUTTON[look]}
    />
  );
}
