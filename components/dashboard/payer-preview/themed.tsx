import type { CSSProperties, ReactNode } from "react";
import { type Theme, themeOf } from "@/components/pay/theme/theme";
import { cn } from "@/components/ui/cn";
import type { Branding } from "@/server/branding/schema";

interface ThemedProps {
  branding: Partial<Branding>;
  scheme: "light" | "dark";
  className?: string;
  children: ReactNode;
}

/** A piece of the payer's page background, in the colours that a branding chooses. */
export function Themed({ branding, scheme, className, children }: ThemedProps) {
  const themes = themeOf(branding);
  return (
    <div
      style={themes ? variables(themes[scheme]) : undefined}
      className={cn("rounded-lg border border-line bg-page px-4 py-8 text-ink", className)}
    >
      {children}
    </div>
  );
}

function variables(theme: Theme): CSSProperties {
  return Object.fromEntries(Object.entries(theme).map(([name, value]) => [`--${name}`, value]));
}
