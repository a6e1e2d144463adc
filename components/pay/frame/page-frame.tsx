import type { ReactNode } from "react";
import { messagesOf, serverTranslator } from "@/components/i18n/catalogue";
import type { Locale } from "@/components/i18n/locales";
import { I18nProvider } from "@/components/i18n/provider";
import { NotReady } from "@/components/pay/frame/not-ready";
import { PageFooter } from "@/components/pay/frame/page-footer";
import { PageHeader } from "@/components/pay/frame/page-header";
import { pageNonce } from "@/components/pay/frame/page-nonce";
import { Sheet } from "@/components/pay/frame/sheet";
import { ThemeStyle } from "@/components/pay/theme/theme-style";
import { OnceAlive } from "@/components/ui/once-alive";
import type { Branding } from "@/server/branding/schema";

interface PageFrameProps {
  branding: Branding | null;
  locale: Locale;
  /** Path and query of the page without a language. */
  href: string;
  /** Areas of texts that its browser needs; the others stay on the server. */
  areas?: readonly string[];
  children: ReactNode;
}

const AREAS = ["pay", "wallet", "common", "quittance"];

/** The sheet of paper, whose it is, and the small print. Server components only. */
export async function PageFrame({ branding, locale, href, areas = AREAS, children }: PageFrameProps) {
  const [t, messages, nonce] = await Promise.all([
    serverTranslator(locale),
    messagesOf(locale, areas),
    pageNonce(),
  ]);
  return (
    <div className="mx-auto flex min-h-dvh max-w-lg flex-col px-4 py-8 sm:py-12">
      <ThemeStyle branding={branding} nonce={nonce} />
      <PageHeader branding={branding} />
      <I18nProvider locale={locale} messages={messages}>
        <Sheet as="main">
          <OnceAlive>
            {children}
            <NotReady t={t} href={href} />
          </OnceAlive>
        </Sheet>
      </I18nProvider>
      <div className="mt-auto pt-8">
        <PageFooter branding={branding} t={t} href={href} />
      </div>
    </div>
  );
}
