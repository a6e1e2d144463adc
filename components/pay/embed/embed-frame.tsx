import { headers } from "next/headers";
import type { ReactNode } from "react";
import { messagesOf, serverTranslator } from "@/components/i18n/catalogue";
import type { Locale } from "@/components/i18n/locales";
import { I18nProvider } from "@/components/i18n/provider";
import { EMBEDDED_ID } from "@/components/pay/embed/embedded-id";
import { NotReady } from "@/components/pay/frame/not-ready";
import { PageHeader } from "@/components/pay/frame/page-header";
import { pageNonce } from "@/components/pay/frame/page-nonce";
import { Sheet } from "@/components/pay/frame/sheet";
import { ThemeStyle } from "@/components/pay/theme/theme-style";
import { THEME_HEADER, themeAttribute, themeOf } from "@/components/theme";
import { OnceAlive } from "@/components/ui/once-alive";
import type { Branding } from "@/server/branding/schema";

interface EmbedFrameProps {
  branding: Branding | null;
  locale: Locale;
  /** Path and query of this very page. */
  href: string;
  children: ReactNode;
}

const AREAS = ["pay", "common", "quittance", "embed"];

/**
 * The sheet of paper as a frame shows it: as high as what stands on it, and without the small print and the choice of
 * languages, which the shop's own page has. Server components only.
 */
export async function EmbedFrame({ branding, locale, href, children }: EmbedFrameProps) {
  const [t, messages, nonce, asked] = await Promise.all([
    serverTranslator(locale),
    messagesOf(locale, AREAS),
    pageNonce(),
    headers(),
  ]);
  const scheme = themeAttribute(themeOf(asked.get(THEME_HEADER)));
  return (
    <div id={EMBEDDED_ID} className="mx-auto max-w-lg px-3 pt-4 pb-3">
      <ThemeStyle branding={branding} nonce={nonce} scheme={scheme} />
      <PageHeader branding={branding} />
      <I18nProvider locale={locale} messages={messages}>
        <Sheet as="main">
          <OnceAlive>
            {children}
            <NotReady t={t} href={href} />
          </OnceAlive>
        </Sheet>
      </I18nProvider>
    </div>
  );
}
