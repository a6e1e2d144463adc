import type { ComponentProps } from "react";
import { cn } from "./cn";

/** Shared by everything one can type into or choose from. */
export const controlLook =
  "w-full rounded-md border border-edge bg-card px-3 text-base text-ink placeholder:text-muted disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken aria-invalid:border-danger sm:text-sm";

/** One line of text. Put it into a `Field`, which names it. */
export function Input({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return <input type={type} {...rest} className={cn(controlLook, "h-10", className)} />;
}
