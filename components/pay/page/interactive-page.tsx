"use client";

import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useT } from "@/components/i18n/provider";
import { readState } from "@/components/pay/api/ask-server";
import type { PageContext } from "@/components/pay/api/page-context";
import { ConnectPrompt } from "@/components/pay/connecting/connect-prompt";
import { useExpiry } from "@/components/pay/flow/expiry";
import { rememberedText } from "@/components/pay/flow/remembered-text";
import { WANTING, wantsWallet } from "@/components/pay/flow/wants-wallet";
import { useOwnVoice } from "@/components/pay/frame/use-own-voice";
import { useLoadedSession } from "@/components/pay/page/use-loaded-session";
import { useWatch } from "@/components/pay/page/use-watch";
import { FoldsProvider } from "@/components/pay/parts/folds";
import { Notice } from "@/components/pay/parts/notice";
import type { PageState } from "@/server/secure-payments/page/page-schema";
import { isInSafe } from "@/wallet/evm/framed";
import type { WalletSettings } from "@/wallet/settings";

interface InteractivePageProps {
  context: PageContext;
  initial: PageState;
  settings: WalletSettings;
  /** Whether the payer came for the address of a plain transfer. */
  showsAddress: boolean;
  /** The first view as the server drew it; stays until something happens. */
  children: ReactNode;
  /** Whom a payer can ask, below everything else of that view. */
  contact: ReactNode;
}

const EXPECTING_MS = 2_000;
const WAITING_MS = 10_000;
const loadSession = async () => (await import("@/components/pay/page/session")).Session;
/** States that end by themselves. */
const MOVING = new Set<PageState["kind"]>(["bridging", "confirming", "in_progress"]);
const WATCHED = new Set<PageState["kind"]>([...MOVING, ...WANTING, "unavailable", "to_bank"]);

/**
 * The part of the page that runs before a wallet is wanted: one button, and an eye on the server. Everything else,
 * wallet code above all, is loaded when the payer connects or the link changes.
 */
export function InteractivePage({
  context,
  initial,
  settings,
  showsAddress,
  children,
  contact,
}: InteractivePageProps) {
  const t = useT();
  const { Session, isLoading, hasFailed, open } = useLoadedSession(loadSession);
  const [start, setStart] = useState(initial);
  const [isAsked, setAsked] = useState(false);
  const [announcement, announce] = useState("");
  const [isSilent, setSilent] = useState(false);
  const [isOver, setOver] = useState(false);
  useOwnVoice();

  const connect = () => {
    setAsked(true);
    void open();
  };

  useEffect(() => {
    // A payment that was sent from here before a reload is followed, not asked for again.
    if (rememberedText(context.token) !== null && wantsWallet(initial)) void open();
  }, [context.token, initial, open]);

  useEffect(() => {
    // Shown by a Safe interface: its Safe is the wallet, and nobody has to choose one.
    if (!isInSafe(settings) || !wantsWallet(initial)) return;
    setAsked(true);
    void open();
  }, [settings, initial, open]);

  useExpiry(context, initial, (page) => {
    if (Session) return;
    setOver(true);
    setStart(page);
    void open();
  });

  const look = useCallback(async () => {
    const page = await readState(context, null).catch((error) => {
      setSilent(true);
      throw error;
    });
    setSilent(false);
    if (isSame(page, initial)) return;
    setStart(page);
    await open();
  }, [context, initial, open]);
  const everyMs = MOVING.has(initial.kind) ? EXPECTING_MS : WAITING_MS;
  useWatch(Session === null && WATCHED.has(initial.kind), look, everyMs);

  return (
    <FoldsProvider first={showsAddress ? "exchange" : null}>
      {Session ? (
        <Session
          context={context}
          initial={start}
          settings={settings}
          isAsked={isAsked}
          announce={announce}
        />
      ) : (
        <>
          {children}
          {isSilent && (
            <div className="mt-5">
              <Notice tone="warning">{t("pay.silent")}</Notice>
            </div>
          )}
          {isOver && (
            <section className="mt-6 border-t border-dashed border-line pt-6">
              <h2 className="font-serif text-2xl font-semibold text-balance">{t("pay.expired.title")}</h2>
              <p className="mt-3 leading-relaxed">{t("pay.expired.text")}</p>
            </section>
          )}
          {wantsWallet(initial) && !isOver && (
            <ConnectPrompt
              context={context}
              page={initial}
              settings={settings}
              isLoading={isAsked && isLoading}
              hasFailed={hasFailed}
              onConnect={connect}
            />
          )}
          {contact}
        </>
      )}
      <p aria-live="polite" className="sr-only">
        {isOver && Session === null
          ? t("pay.expired.title")
          : isSilent && Session === null
            ? t("pay.silent")
            : announcement}
      </p>
    </FoldsProvider>
  );
}

/** An address that was asked for is no change of the payment. */
function isSame(page: PageState, initial: PageState): boolean {
  const text = (of: PageState) =>
    JSON.stringify("depositAddress" in of ? { ...of, depositAddress: null } : of);
  return text(page) === text(initial);
}
