"use client";

import { PageFrame } from "../frame/page-frame";
import { BrandingCard } from "./branding-card";

/** How payers see the merchant. */
export function BrandingPage() {
  return (
    <PageFrame operation="getOwnBranding" title="Branding" isStill>
      <BrandingCard />
    </PageFrame>
  );
}
