import type { PageContext } from "@/components/pay/api/page-context";
import type { Flow } from "@/components/pay/flow/flow-state";
import type { FlowActions } from "@/components/pay/flow/use-flow";
import type { WalletSettings } from "@/wallet/settings";

/** What a step is drawn from, and what can be done in it. */
export interface StepProps {
  flow: Flow;
  actions: FlowActions;
  context: PageContext;
  settings: WalletSettings;
}

/** The steps from the review of what is signed to a permission that is in the chain. */
export type Reviewing = Extract<Flow, { step: "review" | "signing" | "settling" }>;
