import { dashboardConfig } from "@/app/dashboard/dashboard-config";
import { requestLocale } from "@/components/i18n/request-locale";
import { GalleryOnboarding } from "@/components/onboarding/gallery/gallery-onboarding";
import { ONBOARDING_STATES } from "@/components/onboarding/gallery/states";
import { PageFrame } from "@/components/pay/frame/page-frame";
import { app } from "@/server/boot";

const AREAS = ["onboarding", "pay", "wallet", "common"];

/** Whether the gallery has a moment of this name. */
export function hasGalleryState(name: string): boolean {
  return Object.hasOwn(ONBOARDING_STATES, name);
}

/** One moment of an onboarding, standing still; nothing for a name that the gallery does not have. */
export async function GalleryState({ state }: { state: string }) {
  const flow = hasGalleryState(state) ? ONBOARDING_STATES[state] : undefined;
  if (!flow) return null;
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
      <GalleryOnboarding state={state} config={dashboardConfig(app().config)} />
    </PageFrame>
  );
}
