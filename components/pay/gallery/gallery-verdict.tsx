"use client";

import { VERDICTS } from "@/components/pay/gallery/verdicts";
import { VerdictView } from "@/components/pay/quittance/verdict";

/** What the check of a made-up quittance says. */
export function GalleryVerdict({ state }: { state: string }) {
  const verdict = Object.hasOwn(VERDICTS, state) ? VERDICTS[state] : undefined;
  return verdict ? <VerdictView verdict={verdict} url="/pay/gallery" /> : null;
}
