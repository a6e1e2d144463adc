"use client";

import { type CSSProperties, useState } from "react";
import { PageHeader } from "@/components/pay/theme/page-header";
import { themeOf } from "@/components/pay/theme/theme";
import { Segmented } from "@/components/ui/segmented";
import { type Branding, BrandingBody } from "@/server/branding/schema";
import { PREVIEW_STATES, PreviewPage, type PreviewState } from "./preview-page";

const SCHEMES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

/** The payment page in each of its states, in the colours that are being chosen. */
export function BrandingPreview({ branding }: { branding: Partial<Branding> }) {
  const [scheme, setScheme] = useState<"light" | "dark">("light");
  const [state, setState] = useState<PreviewState>("pay");
  const themes = themeOf(branding);
  return (
    <section aria-label="Preview" className="grid content-start gap-4">
      <div className="flex flex-wrap gap-3">
        {themes && <Segmented label="Scheme" options={SCHEMES} value={scheme} onChange={setScheme} />}
        <Segmented label="State" options={PREVIEW_STATES} value={state} onChange={setState} />
      </div>
      <div
        style={themes ? variables(themes[scheme]) : undefined}
        className="rounded-lg border border-line bg-page px-4 py-8 text-ink sm:px-8"
      >
        <div className="mx-auto max-w-sm">
          <PageHeader branding={shownBranding(branding)} />
          <PreviewPage state={state} />
        </div>
      </div>
      <p className="text-sm text-muted">A picture with made-up figures: nothing in it can be pressed.</p>
    </section>
  );
}

function variables(theme: Readonly<Record<string, string>>): CSSProperties {
  return Object.fromEntries(Object.entries(theme).map(([name, value]) => [`--${name}`, value]));
}

/** Name and logo as far as the service would take them: half a path is no picture yet. */
function shownBranding({ displayName, logoPath }: Partial<Branding>): Branding {
  const { displayName: name, logoPath: logo } = BrandingBody.shape;
  return {
    id: "preview",
    displayName: name.safeParse(displayName).data,
    logoPath: logo.safeParse(logoPath).data,
  };
}
