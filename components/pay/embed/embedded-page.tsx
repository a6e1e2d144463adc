"use client";

import { useCallback, useState } from "react";
import { useT } from "@/components/i18n/provider";
import type { Translator } from "@/components/i18n/translator";
import { readState } from "@/components/pay/api/ask-server";
import type { PageContext } from "@/components/pay/api/page-context";
import { FirstContact } from "@/components/pay/contact/page-contact";
import { useHost } from "@/components/pay/embed/use-host";
import { useLinksOutside } from "@/components/pay/embed/use-links-outside";
import { WaysToPay } from "@/components/pay/embed/ways-to-pay";
import { withoutWayBack } from "@/components/pay/embed/without-way-back";
import { useExpiry } from "@/components/pay/flow/expiry";
import { WANTING, wantsWallet } from "@/components/pay/flow/wants-wallet";
import { useOwnVoice } from "@/components/pay/frame/use-own-voice";
import { FirstView } from "@/components/pay/page/first-view";
import { useWatch } from "@/components/pay/page/use-watch";
import { FoldsProvider } from "@/components/pay/parts/folds";
import { Notice } from "@/components/pay/parts/notice";
import type { PageState } from "@/server/secure-payments/page/page-schema";

interface EmbeddedPageProps {
  context: PageContext;
  /** As the server drew it, without a way back to the merchant. */
  initial: PageState;
  /** Origin of the page around this one, where it is one that may show the link. */
  host: string | null;
  /** The link itself, as it is handed out. */
  linkUrl: string;
}

/** As on `/pay`. */
const EXPECTING_MS = 2_000;
const WAITING_MS = 10_000;
/** States that end by themselves. */
const MOVING = new Set<PageState["kind"]>(["bridging", "confirming", "in_progress"]);
const WATCHED = new Set<PageState["kind"]>([
  ...MOVING,
  ...WANTING,
  "bundle_blocked",
  "no_rate",
  "to_bank",
  "unavailable",
]);

/**
 * A link inside a shop's page: what is paid to whom, ways to pay, where it is, the receipt. It looks at the service by itself,
 * because what pays happens elsewhere; wallets stay out of frames.
 */
export function EmbeddedPage({ context, initial, host, linkUrl }: EmbeddedPageProps) {
  const t = useT();
  const [page, setPage] = useState(initial);
  const [isSilent, setSilent] = useState(false);
  useOwnVoice();
  useLinksOutside();
  useHost(host, page);
  useExpiry(context, page, setPage);

  const look = useCallback(async () => {
    const seen = await readState(context, null).catch((error) => {
      setSilent(true);
      throw error;
    });
    setSilent(false);
    const told = withoutWayBack(seen);
    setPage((before) => (JSON.stringify(before) === JSON.stringify(told) ? before : told));
  }, [context]);
  useWatch(WATCHED.has(page.kind), look, MOVING.has(page.kind) ? EXPECTING_MS : WAITING_MS);

  return (
    <>
      <FoldsProvider first={hasAddress(initial) ? "exchange" : null}>
        <FirstView t={t} page={page} source={context} isNews={page.kind !== initial.kind} />
        {isSilent && (
          <div className="mt-5">
            <Notice tone="warning">{t("pay.silent")}</Notice>
          </div>
        )}
        {wantsWallet(page) && <WaysToPay context={context} page={page} linkUrl={linkUrl} />}
        <FirstContact t={t} page={page} />
      </FoldsProvider>
      <p aria-live="polite" className="sr-only">
        {isSilent ? t("pay.silent") : spoken(t, page, initial)}
      </p>
    </>
  );
}

/** Somebody was told it before: then it is paid there, and is shown at once. */
function hasAddress(page: PageState): boolean {
  return "depositAddress" in page && page.depositAddress !== null;
}

/** What has become of the link since the page opened. */
function spoken(t: Translator, page: PageState, initial: PageState): string {
  if (page.kind === initial.kind) return "";
  switch (page.kind) {
    case "paid":
    case "overpaid":
    case "paid_late":
      return t("pay.done.title");
    case "confirming":
      return t("pay.confirming.seen");
    case "expired":
      return t("pay.expired.title");
    default:
      return "";
  }
}
