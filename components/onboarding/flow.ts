import type { Offer, OnboardingState } from "@/server/dashboard/onboarding/offer-schema";
import type { DestinationRecord } from "@/server/payee-destinations/schema";

/** The wallet that is signed in. */
export interface SignedIn {
  /** EIP-55 or Base58. */
  address: string;
  family: "evm" | "tron";
}

/** Why the person stands where they stand and has to look again. */
export type Trouble = "session_ended" | "terms_changed" | "destination_gone" | "unreachable" | "refused";

/** What the platform got out of it. */
export interface Linked {
  clientId: string;
}

export type Stage =
  | { step: "welcome"; offer: Offer }
  | { step: "connect"; offer: Offer }
  | { step: "destination"; offer: Offer; signedIn: SignedIn }
  | { step: "review"; offer: Offer; signedIn: SignedIn; destination: DestinationRecord }
  | { step: "done"; offer: Offer; linked: Linked; destination: DestinationRecord }
  | { step: "stopped"; state: Exclude<OnboardingState, { kind: "open" }> };

export interface Flow {
  stage: Stage;
  /** Kept when the person changes the wallet or goes back. */
  signedIn: SignedIn | null;
  trouble: Trouble | null;
  /** What the service said, where `trouble` has no words of its own for it. */
  said: string | null;
}

export type FlowEvent =
  | { type: "began" }
  | { type: "changed_wallet" }
  | { type: "signed_in"; signedIn: SignedIn }
  | { type: "signed_out" }
  | { type: "destination_chosen"; destination: DestinationRecord }
  | { type: "went_back" }
  | { type: "linked"; linked: Linked }
  | { type: "told"; state: OnboardingState }
  | { type: "refused"; trouble: Exclude<Trouble, "session_ended" | "terms_changed">; said?: string };

/** The first moment, as the server knows it. */
export function beginning(state: OnboardingState, signedIn: SignedIn | null): Flow {
  const stage: Stage =
    state.kind === "open" ? { step: "welcome", offer: state.offer } : { step: "stopped", state };
  return { stage, signedIn, trouble: null, said: null };
}

/** The next moment. What does not fit the moment it comes in changes nothing. */
export function next(flow: Flow, event: FlowEvent): Flow {
  const { stage } = flow;
  if (stage.step === "stopped" || stage.step === "done") return flow;
  const { offer } = stage;
  const at = (next: Stage, rest: Partial<Flow> = {}): Flow => ({
    ...flow,
    trouble: null,
    said: null,
    ...rest,
    stage: next,
  });
  switch (event.type) {
    case "began":
      if (stage.step !== "welcome") return flow;
      return flow.signedIn
        ? at({ step: "destination", offer, signedIn: flow.signedIn })
        : at({ step: "connect", offer });
    case "changed_wallet":
      return at({ step: "connect", offer });
    case "signed_in":
      return at({ step: "destination", offer, signedIn: event.signedIn }, { signedIn: event.signedIn });
    case "signed_out":
      return at({ step: "connect", offer }, { signedIn: null, trouble: "session_ended" });
    case "destination_chosen":
      if (stage.step !== "destination") return flow;
      return at({ step: "review", offer, signedIn: stage.signedIn, destination: event.destination });
    case "went_back":
      if (stage.step === "review") return at({ step: "destination", offer, signedIn: stage.signedIn });
      return at({ step: "welcome", offer });
    case "linked":
      if (stage.step !== "review") return flow;
      return at({ step: "done", offer, linked: event.linked, destination: stage.destination });
    case "told":
      return told(flow, event.state, at);
    case "refused":
      if (event.trouble === "destination_gone" && stage.step === "review") {
        return at({ step: "destination", offer, signedIn: stage.signedIn }, { trouble: event.trouble });
      }
      return { ...flow, trouble: event.trouble, said: event.said ?? null };
  }
}

/** The service was asked again what stands behind the URL. Other terms have to be read before they are agreed to. */
function told(flow: Flow, state: OnboardingState, at: (next: Stage, rest?: Partial<Flow>) => Flow): Flow {
  if (state.kind !== "open") return at({ step: "stopped", state });
  const { stage } = flow;
  if (stage.step === "stopped" || stage.step === "done") return flow;
  const hasChanged = stage.offer.termsId !== state.offer.termsId;
  return {
    ...flow,
    stage: { ...stage, offer: state.offer },
    trouble: hasChanged ? "terms_changed" : flow.trouble,
  };
}
