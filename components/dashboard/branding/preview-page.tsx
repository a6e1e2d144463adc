"use client";

import { FIRST_STATES } from "@/components/pay/gallery/first-states";
import type { Branding } from "@/server/branding/schema";
import { PayerPage } from "../payer-preview/payer-page";
import type { PreviewState } from "./preview-states";

interface PreviewPageProps {
  branding: Branding;
  state: PreviewState;
  /** Who is paid, as the page names them; null for a made-up name. */
  merchant: string | null;
}

/** The payer's own page in one of its states, with made-up figures. */
export default function PreviewPage({ branding, state, merchant }: PreviewPageProps) {
  const example = FIRST_STATES[state];
  if (!example) return null;
  const page = {
    ...example,
    ...("branding" in example && { branding }),
    ...("merchant" in example && merchant !== null && { merchant }),
  };
  return <PayerPage branding={branding} page={page} />;
}
