"use client";

import { cva, type VariantProps } from "class-variance-authority";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { Spinner } from "./spinner";

const look = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-md border font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "border-transparent bg-accent text-accent-ink enabled:hover:bg-accent/90",
        secondary: "border-edge/60 bg-card text-ink hover:bg-sunken",
        ghost: "border-transparent bg-transparent text-ink hover:bg-sunken",
        danger: "border-danger/50 bg-card text-danger hover:bg-danger-soft",
        "danger-solid": "border-transparent bg-danger text-danger-ink hover:bg-danger/90",
        link: "h-auto border-transparent p-0 text-accent underline-offset-4 hover:underline",
      },
      size: {
        sm: "h-8 px-2.5 text-sm",
        md: "h-10 px-4 text-sm",
        lg: "h-12 px-6 text-base",
        icon: "size-9 p-0",
      },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

type Look = VariantProps<typeof look>;

export interface ButtonProps extends ComponentProps<"button">, Look {
  /** While true a second press does nothing and the button says it is busy; it keeps its focus. */
  isPending?: boolean;
}

/** A button. `type` is "button" unless said otherwise, so that none submits a form by accident. */
export function Button({
  variant,
  size,
  className,
  isPending = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isPending || undefined}
      aria-disabled={isPending || undefined}
      onClick={isPending ? (event) => event.preventDefault() : onClick}
      className={cn(look({ variant, size: variant === "link" ? null : size }), className)}
    >
      {isPending && <Spinner />}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  href,
  variant,
  size,
  className,
  children,
  ...rest
}: Omit<ComponentProps<typeof Link>, "href"> & Look & { href: string; children: ReactNode }) {
  return (
    <Link href={href} prefetch={false} {...rest} className={cn(look({ variant, size }), className)}>
      {children}
    </Link>
  );
}
