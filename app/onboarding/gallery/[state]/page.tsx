import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { dashboardConfig } from "@/app/dashboard/dashboard-config";
import { requestLocale } from "@/components/i18n/request-locale";
import { GalleryOnboarding } from "@/components/onboarding/gallery/gallery-onboarding";
import { ONBOARDING_STATES } from "@/components/onboarding/gallery/states";
import { PageFrame } from "@/components/pay/page/page-frame";
import { app } from "@/server/boot";

interface Props {
  params: Promise<{ state: string }>;
}

const AREAS = ["onboarding", "pay", "wallet", "common"];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).state };
}

/** One moment of an onboarding, standing still. In development and in the end-to-end tests only. */
export default async function GalleryState({ params }: Props) {
  const { config } = app();
  const { state } = await params;
  const flow = Object.hasOwn(ONBOARDING_STATES, state) ? ONBOARDING_STATES[state] : undefined;
  if (!config.pageGallery || !flow) notFound();
  const { stage } = flow;
  const branding =
    "offer" in stage ? stage.offer.branding : "branding" in stage.state ? stage.state.branding : null;
  return (
    <PageFrame
      branding={branding}
      locale={await requestLocale()}
      href={`/onboarding/gallery/${state}`}
      areas={AREAS}
    >
      <GalleryOnboarding state={state} config={dashboardConfig(config)} />
    </PageFrame>
  );
}
