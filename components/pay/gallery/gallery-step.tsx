"use client";

import type { FlowActions } from "@/components/pay/flow/use-flow";
import { FLOW_STATES } from "@/components/pay/gallery/flow-states";
import { GALLERY_CONTEXT } from "@/components/pay/gallery/gallery-context";
import { SessionView } from "@/components/pay/page/session-view";
import type { WalletSettings } from "@/wallet/settings";

const NOTHING: FlowActions = {
  proceed() {},
  pick() {},
  requote() {},
  sign() {},
  askAgain() {},
  back() {},
  recheck() {},
  forget() {},
  resend: async () => true,
};

/** A moment of the journey, standing still. */
export function GalleryStep({ state, settings }: { state: string; settings: WalletSettings }) {
  const flow = FLOW_STATES[state];
  if (!flow) return null;
  return (
    <SessionView
      flow={flow}
      actions={NOTHING}
      context={GALLERY_CONTEXT}
      settings={settings}
      isOnline={state !== "offline"}
    />
  );
}
