"use client";

import { lazy, Suspense, useState } from "react";
import { themeOf } from "@/components/pay/theme/theme";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { type Branding, BrandingBody } from "@/server/branding/schema";
import { Themed } from "../payer-preview/themed";
import { PREVIEW_STATES, type PreviewState } from "./preview-states";

/** The payer's page comes when somebody looks at its picture. */
const PreviewPage = lazy(() => import("./preview-page"));

const SCHEMES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

interface BrandingPreviewProps {
  branding: Partial<Branding>;
  /** A partner's name is no name of whoever is paid. */
  isOfPartner: boolean;
}

/** The payment page in each of its states, in the colours that are being chosen. */
export function BrandingPreview({ branding, isOfPartner }: BrandingPreviewProps) {
  const [scheme, setScheme] = useState<"light" | "dark">("light");
  const [state, setState] = useState<PreviewState>("ready");
  const isColoured = themeOf(branding) !== null;
  const shown = shownBranding(branding);
  return (
    <section aria-label="Preview" className="grid content-start gap-4">
      <div className="flex flex-wrap gap-3">
        {isColoured && <Segmented label="Scheme" options={SCHEMES} value={scheme} onChange={setScheme} />}
        <Segmented label="State" options={PREVIEW_STATES} value={state} onChange={setState} />
      </div>
      <Themed branding={branding} scheme={scheme} className="sm:px-8">
        <Suspense fallback={<Skeleton className="h-96 rounded-lg" />}>
          <PreviewPage
            branding={shown}
            state={state}
            merchant={isOfPartner ? null : (shown.displayName ?? null)}
          />
        </Suspense>
      </Themed>
      <p className="text-sm text-muted">A picture with made-up figures: nothing in it can be pressed.</p>
    </section>
  );
}

/** Name, contact and logo as far as the service would take them: half a path is no picture yet. */
function shownBranding({ displayName, contact, logoPath }: Partial<Branding>): Branding {
  const { displayName: name, contact: reachable, logoPath: logo } = BrandingBody.shape;
  return {
    id: "preview",
    displayName: name.safeParse(displayName).data,
    contact: reachable.safeParse(contact).data,
    logoPath: logo.safeParse(logoPath).data,
  };
}
