import type { ComponentProps } from "react";

/** The one thing to do next. */
export function PrimaryButton(props: ComponentProps<"button">) {
  return (
    <button
      type="button"
      {...props}
      className="flex min-h-12 w-full items-center justify-center gap-2 rounded-md border border-action-edge bg-action px-6 py-3 text-base font-medium wrap-anywhere text-action-ink hover:bg-action/90 disabled:cursor-not-allowed disabled:opacity-55 aria-busy:cursor-progress aria-busy:opacity-55"
    />
  );
}

/** Something else that can be done. */
export function QuietButton(props: ComponentProps<"button">) {
  return (
    <button
      type="button"
      {...props}
      className="min-h-9 rounded px-2 text-sm font-medium text-accent underline-offset-4 hover:underline"
    />
  );
}
