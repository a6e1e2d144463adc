import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { directionOf } from "@/components/i18n/locales";
import { requestLocale } from "@/components/i18n/request-locale";
import { THEME_HEADER, themeAttribute, themeOf } from "@/components/theme";
import { FONT_VARIABLES } from "./fonts/fonts";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Quittance", template: "%s · Quittance" },
  description: "Self-hosted payment requests for stablecoins",
};

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fbfaf7" },
    { media: "(prefers-color-scheme: dark)", color: "#14161a" },
  ],
};

// Scripts carry a nonce that is new for every request, so no page can be made ahead.
export const dynamic = "force-dynamic";

export default async function RootLayout({ children }: { children: ReactNode }) {
  const locale = await requestLocale();
  const theme = themeOf((await headers()).get(THEME_HEADER));
  return (
    <html
      lang={locale}
      dir={directionOf(locale)}
      data-theme={themeAttribute(theme)}
      className={FONT_VARIABLES}
    >
      <body className="min-h-dvh bg-page text-ink antialiased">{children}</body>
    </html>
  );
}
