import type { ComponentProps } from "react";

const PRIMARY =
  "flex min-h-12 w-full items-center justify-center gap-2 rounded-md border border-action-edge bg-action px-6 py-3 text-base font-medium wrap-anywhere text-action-ink hover:bg-action/90 disabled:cursor-not-allowed disabled:opacity-55 aria-busy:cursor-progress aria-busy:opacity-55";
const QUIET = "min-h-9 rounded px-2 text-sm font-medium text-accent underline-offset-4 hover:underline";

/** The one thing to do next. */
export function PrimaryButton(props: ComponentProps<"button">) {
  return <button type="button" {...props} className={PRIMARY} />;
}

/** Something else that can be done. */
export function QuietButton(props: ComponentProps<"button">) {
  return <button type="button" {...props} className={QUIET} />;
}

/** One or the other, and the same button when that changes: a press that has begun on it ends on it. */
export function ChangingButton({ isQuiet, ...props }: ComponentProps<"button"> & { isQuiet: boolean }) {
  return <button type="button" {...props} className={isQuiet ? QUIET : PRIMARY} />;
}
