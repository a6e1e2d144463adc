import type { ComponentProps } from "react";
import { cn } from "./cn";
import { controlLook } from "./input";

/** Several lines of text. Put it into a `Field`, which names it. */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={rows} {...rest} className={cn(controlLook, "py-2 leading-6", className)} />;
}
