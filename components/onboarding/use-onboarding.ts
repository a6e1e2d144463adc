"use client";

import { useCallback, useEffect, useMemo, useReducer, useRef } from "react";
import { type Api, createApi } from "@/components/dashboard/api/api";
import { ApiFailure } from "@/components/dashboard/api/api-failure";
import { useDashboardConfig } from "@/components/dashboard/config";
import { type OpenStepUp, useStepUps } from "@/components/dashboard/step-up/use-step-ups";
import { beginning, type Flow, type FlowEvent, next, type SignedIn } from "@/components/onboarding/flow";
import type { OnboardingState } from "@/server/dashboard/onboarding/offer-schema";
import type { ScreeningProviderId } from "@/server/providers/kyt/names";
import type { Wallet } from "@/wallet/wallet";

export interface OnboardingActions {
  begin: () => void;
  changeWallet: () => void;
  back: () => void;
  /** A wallet was connected: it signs in. Throws what the wallet or the service said. */
  signIn: (wallet: Wallet) => Promise<void>;
  dispatch: (event: FlowEvent) => void;
  /** Agrees to what is shown. `provider` is the platform's own choice, undefined where it has none. */
  confirm: (provider: ScreeningProviderId | null | undefined) => Promise<void>;
}

/** Where the answers of the page's own reads come from. */
const STATE_PATH = "/onboarding/state";

/** The journey through an onboarding: what the person does, and what the service says to it. */
export function useOnboarding(
  token: string,
  initial: OnboardingState,
  session: SignedIn | null,
): { flow: Flow; api: Api; actions: OnboardingActions; stepUp: OpenStepUp | null } {
  const { apiBase, authBase } = useDashboardConfig();
  const [flow, dispatch] = useReducer(next, undefined, () => beginning(initial, session));
  const flowNow = useRef(flow);
  useEffect(() => {
    flowNow.current = flow;
  }, [flow]);

  const { open: stepUp, ask } = useStepUps();
  const api = useMemo(
    () =>
      createApi({
        apiBase,
        authBase,
        isEnded: () => false,
        onAlive: () => {},
        onEnded: async () => {
          dispatch({ type: "signed_out" });
          return false;
        },
        onStepUp: ask,
      }),
    [apiBase, authBase, ask],
  );

  /** Asks what stands behind the URL now. Throws where nobody answers. */
  const look = useCallback(async () => dispatch({ type: "told", state: await readState(token) }), [token]);

  const signIn = useCallback(
    async (wallet: Wallet) => {
      // next-auth's client is wanted by who signs in, and by nobody who only reads.
      const { signInWithWallet } = await import("@/components/dashboard/session/next-auth");
      await signInWithWallet(wallet, authBase);
      dispatch({ type: "signed_in", signedIn: { address: wallet.address, family: wallet.family } });
      await look().catch(() => {});
    },
    [authBase, look],
  );

  const confirm = useCallback<OnboardingActions["confirm"]>(
    async (provider) => {
      const { stage } = flowNow.current;
      if (stage.step !== "review") return;
      try {
        const body = {
          termsId: stage.offer.termsId,
          destinationId: stage.destination.id,
          ...(provider === undefined ? {} : { kyt: { provider } }),
        };
        const path = `/v1/client-id-links/intents/${encodeURIComponent(token)}` as const;
        const { clientId } = await api<{ clientId: { clientId: string } }>("POST", path, { body });
        dispatch({ type: "linked", linked: { clientId: clientId.clientId } });
      } catch (error) {
        if (!(error instanceof ApiFailure)) return dispatch({ type: "refused", trouble: "unreachable" });
        if (error.status === 401) return;
        const trouble = troubleOf(error);
        if (trouble) return dispatch({ type: "refused", ...trouble });
        // What stands behind the URL has moved: what it is now says more than the refusal.
        await look().catch(() => dispatch({ type: "refused", trouble: "unreachable" }));
      }
    },
    [api, token, look],
  );

  const actions = useMemo<OnboardingActions>(
    () => ({
      begin: () => dispatch({ type: "began" }),
      changeWallet: () => dispatch({ type: "changed_wallet" }),
      back: () => dispatch({ type: "went_back" }),
      signIn,
      dispatch,
      confirm,
    }),
    [signIn, confirm],
  );
  return { flow, api, actions, stepUp };
}

/** Intent and terms have changed: the page has to be drawn anew. */
const MOVED = ["LINK_INTENT_NOT_FOUND", "LINK_INTENT_USED", "LINK_INTENT_EXPIRED", "TERMS_CHANGED"];

/** Why the service refused; null where it is asked what stands behind the URL now. */
function troubleOf({ status, code, fields, message }: ApiFailure) {
  if (code !== null && MOVED.includes(code)) return null;
  const isDestination =
    code === "DESTINATION_CHANGED" || (status === 400 && Object.keys(fields).length === 0);
  if (isDestination) return { trouble: "destination_gone" as const };
  return { trouble: "refused" as const, said: message };
}

async function readState(token: string): Promise<OnboardingState> {
  const response = await fetch(STATE_PATH, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
  if (!response.ok) throw new Error(`the state of the onboarding was answered with ${response.status}`);
  // Our own page's own answer.
  return (await response.json()) as OnboardingState;
}
