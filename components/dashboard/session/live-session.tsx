"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { Session } from "next-auth";
import { useSession } from "next-auth/react";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Role } from "@/db/roles";
import type { DestinationRecord } from "@/server/payee-destinations/schema";
import { disconnectWallet } from "@/wallet/connection";
import { createApi } from "../api/api";
import { createQueryClient, DESTINATION_KEY } from "../api/query-client";
import { useDashboardConfig } from "../config";
import { RoleProvider } from "../roles/role";
import { StepUpDialog } from "../step-up/step-up-dialog";
import { useStepUps } from "../step-up/use-step-ups";
import { MerchantProvider } from "./merchant";
import { endSession } from "./next-auth";
import { type EndReason, SessionEnded } from "./session-ended";
import { hasOpenForm } from "./unsaved";
import { useIdle } from "./use-idle";

interface LiveSessionProps {
  /** Whose page this is: one person in one account. */
  owner: PageOwner;
  address: string;
  family: "evm" | "tron";
  /** As the server just read it. */
  destination: DestinationRecord | null;
  /** As the server just read it, and as it reads it anew whenever the page is refreshed. */
  memberRole: Role;
  children: ReactNode;
}

type PageOwner = Pick<Session, "account" | "person">;

/** Two members of one account are two: what one typed is never sent in the name of the other. */
function isSame(owner: PageOwner, session: Session | null): boolean {
  return session !== null && session.account === owner.account && session.person === owner.person;
}

/**
 * Holds a signed-in merchant's session from beginning to end. However it ends, what was typed stays on the
 * page: the merchant signs in again over it, and a change that was on its way is then made.
 */
export function LiveSession({
  owner: given,
  address,
  family,
  destination,
  memberRole,
  children,
}: LiveSessionProps) {
  const { account, person } = given;
  const owner = useMemo(() => ({ account, person }), [account, person]);
  const config = useDashboardConfig();
  const router = useRouter();
  const [queryClient] = useState(() => {
    const client = createQueryClient();
    client.setQueryData(DESTINATION_KEY, destination);
    return client;
  });
  const [ended, setEnded] = useState<EndReason | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [hasLeft, setLeft] = useState(false);
  const { data: known } = useSession();
  const endedNow = useRef<EndReason | null>(null);
  /** Ended here, because nobody used it. */
  const isOver = useRef(false);
  const leaving = useRef(new AbortController());
  const lastCallAt = useRef(0);
  const waiting = useRef(new Set<(isBack: boolean) => void>());

  const { open: openStepUp, ask: askStepUp } = useStepUps();

  const end = useCallback((reason: EndReason, ask: boolean) => {
    if (leaving.current.signal.aborted) return;
    // A call only meets the end; whoever ended it says why.
    if (endedNow.current === null || (endedNow.current === "expired" && !isOver.current)) {
      endedNow.current = reason;
    }
    setEnded(endedNow.current);
    if (ask) setAsking(true);
  }, []);

  const release = useCallback((isBack: boolean) => {
    for (const resolve of waiting.current) resolve(isBack);
    waiting.current.clear();
    setAsking(false);
  }, []);

  const resume = useCallback(() => {
    endedNow.current = null;
    isOver.current = false;
    setEnded(null);
    release(true);
    queryClient.invalidateQueries();
  }, [queryClient, release]);

  const api = useMemo(
    () =>
      createApi({
        apiBase: config.apiBase,
        authBase: config.authBase,
        isEnded: () => endedNow.current !== null,
        leaving: () => leaving.current.signal,
        onAlive: () => {
          lastCallAt.current = Date.now();
        },
        onEnded: (isChange) => {
          // A list that refreshes by itself asks once, and never over a form that is being filled in; a press on a
          // button asks every time.
          end("expired", isChange || (endedNow.current === null && !hasOpenForm()));
          if (!isChange) return Promise.resolve(false);
          return new Promise<boolean>((resolve) => waiting.current.add(resolve));
        },
        onRoleMissing: () => router.refresh(),
        onStepUp: askStepUp,
      }),
    [config, end, router, askStepUp],
  );

  // next-auth asks again who is signed in whenever a tab signs in or out.
  const firstKnown = useRef(known);
  useEffect(() => {
    if (known === firstKnown.current || leaving.current.signal.aborted) return;
    if (isSame(owner, known)) return resume();
    if (endedNow.current !== null && known === null) return end("signed_out_elsewhere", false);
    if (!hasOpenForm()) return router.refresh();
    // Never send what was typed for one account in the name of another one.
    end(known === null ? "signed_out_elsewhere" : "other_account", false);
  }, [known, owner, end, resume, router]);

  const signOut = useCallback(async () => {
    // Nothing is read from here on: it would meet the end of the session, and ask the merchant to come back.
    leaving.current.abort();
    setLeaving(true);
    await queryClient.cancelQueries();
    try {
      await endSession();
    } catch (error) {
      leaving.current = new AbortController();
      setLeaving(false);
      void queryClient.invalidateQueries();
      throw error;
    }
    // The screens go before what they show is forgotten: they would ask for it again.
    flushSync(() => setLeft(true));
    queryClient.clear();
    await disconnectWallet().catch(() => null);
    // A new document, so that nothing of this merchant stays in memory.
    window.location.replace("/dashboard");
  }, [queryClient]);

  const idleness = useIdle({
    idleMs: config.idleMs,
    isLive: ended === null,
    lastCallAt: () => lastCallAt.current,
    keepAlive: () => void api("GET", "/v1/payee-destination").catch(() => null),
    onOver: () => {
      isOver.current = true;
      end("expired", true);
      void endSession().catch(() => null);
    },
  });

  const onSignedIn = (now: Session | null) => {
    if (isSame(owner, now)) return resume();
    release(false);
    window.location.assign("/dashboard");
  };

  const isLive = ended === null && !isLeaving;
  const merchant = useMemo(
    () => ({ address, family, api, isLive, signOut }),
    [address, family, api, isLive, signOut],
  );

  return (
    <QueryClientProvider client={queryClient}>
      <MerchantProvider value={merchant}>
        <RoleProvider value={memberRole}>{!hasLeft && children}</RoleProvider>
        <StepUpDialog
          open={openStepUp}
          prove={(id, proof) => api("POST", `/v1/step-ups/${id}`, { body: proof })}
        />
        <SessionEnded
          reason={ended}
          isWarning={idleness === "warning"}
          isAsking={isAsking}
          address={address}
          family={family}
          onAsk={() => setAsking(true)}
          onNotNow={() => release(false)}
          onSignedIn={onSignedIn}
        />
      </MerchantProvider>
    </QueryClientProvider>
  );
}
