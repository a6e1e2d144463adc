import { bare, type Flow, type Payer } from "@/components/pay/flow/flow-state";
import { leftUnanswered } from "@/components/pay/flow/transitions/unanswered";
import { wantsWallet } from "@/components/pay/flow/wants-wallet";

/** What was fetched for one account and network is nothing for another: all of it is asked again. */
export function walletChanged(flow: Flow, payer: Payer | null): Flow {
  const isSame =
    payer !== null && payer.address === flow.payer?.address && payer.family === flow.payer.family;
  if (isSame && payer.chainId === flow.payer?.chainId) return flow;
  if (payer === null && flow.payer === null) return flow;
  // The money is on its way: that does not depend on who is connected now.
  if (flow.step === "confirming" || flow.step === "done") return { ...flow, payer };
  const isFresh = payer !== null && flow.payer === null;
  const unanswered = leftUnanswered(flow);
  const epoch = flow.epoch + 1;
  const same = { ...bare(flow), payer, epoch, unanswered, trouble: null, isFresh, isSilent: false };
  const next = isSame ? same : { ...same, sources: null, source: null, price: null };
  if (payer === null) {
    // A link that is over stays so; no wallet is asked for.
    const isOver = flow.step === "stopped" && !wantsWallet(flow.page);
    return { ...next, step: isOver ? "stopped" : "connect" };
  }
  if (flow.payer === null) return { ...next, step: "checking" };
  if (!isSame) return { ...next, step: "checking", trouble: { code: "wallet_changed" } };
  if (flow.step === "switching") return { ...next, step: "preparing" };
  if (flow.step === "stopped" || flow.step === "choose" || flow.step === "checking") {
    return { ...next, step: "checking" };
  }
  return { ...next, step: "checking", trouble: { code: "network_changed" } };
}
