import type { Metadata } from "next";
import { headers } from "next/headers";
import { dashboardConfig } from "@/app/dashboard/dashboard-config";
import { serverTranslator } from "@/components/i18n/catalogue";
import { requestLocale } from "@/components/i18n/request-locale";
import { Onboarding } from "@/components/onboarding/onboarding";
import { PageFrame } from "@/components/pay/frame/page-frame";
import { publicCaller } from "@/server/auth/callers";
import { app } from "@/server/boot";
import { readOnboarding } from "@/server/dashboard/onboarding/read-onboarding";
import { pageSession } from "@/server/http/pages/page-session";

interface Props {
  params: Promise<{ token: string }>;
}

/** Texts that the browser needs. */
const AREAS = ["onboarding", "pay", "wallet", "common"];

export async function generateMetadata(): Promise<Metadata> {
  const t = await serverTranslator(await requestLocale());
  return { title: t("onboarding.title"), robots: { index: false, follow: false } };
}

/** A partner's invitation, as the platform that was invited sees it (behaviour.md OL-10). */
export default async function OnboardingPage({ params }: Props) {
  const { token } = await params;
  const current = app();
  const [locale, state, caller] = await Promise.all([
    requestLocale(),
    readOnboarding(current.context(publicCaller("")), token),
    pageSession(current, await headers()),
  ]);
  const wallet = caller?.wallet;
  const branding = state.kind === "open" ? state.offer.branding : "branding" in state ? state.branding : null;
  return (
    <PageFrame
      branding={branding}
      locale={locale}
      href={`/onboarding/${encodeURIComponent(token)}`}
      areas={AREAS}
    >
      <Onboarding
        token={token}
        initial={state}
        signedIn={wallet ? { address: wallet.address, family: wallet.family } : null}
        config={dashboardConfig(current.config)}
      />
    </PageFrame>
  );
}
