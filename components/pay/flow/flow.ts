import type { Drawn } from "@/components/pay/api/page-context";
import type { FlowEvent } from "@/components/pay/flow/flow-event";
import type { Flow, Sent, Shared } from "@/components/pay/flow/flow-state";
import { arrive } from "@/components/pay/flow/transitions/arrive";
import { back } from "@/components/pay/flow/transitions/back";
import { failed } from "@/components/pay/flow/transitions/failed";
import { picked, prepared, proceeded, refused, requoted } from "@/components/pay/flow/transitions/preparing";
import { followed, forgotten, found, lost, sent, taken } from "@/components/pay/flow/transitions/sent";
import { allowed, handedOver, settled, signing } from "@/components/pay/flow/transitions/signing";
import { askedAgain, declined } from "@/components/pay/flow/transitions/unanswered";
import { walletChanged } from "@/components/pay/flow/transitions/wallet-changed";
import type { PageState } from "@/server/secure-payments/page/page-schema";

/** Stands for the epoch of a question that a wallet was asked before the page was opened. */
const BEFORE = -1;

/**
 * Where a page that has just opened begins; `sent` is what this browser remembers of an earlier visit, `first` what
 * the payer was shown before anything was asked again, `wasAsked` whether a wallet was asked then and has not answered.
 */
export function startFlow(page: PageState, sent: Sent | null, first: Drawn | null, wasAsked = false): Flow {
  const shared: Shared = {
    page,
    pinned: first,
    payer: null,
    sources: null,
    source: null,
    price: null,
    epoch: 0,
    sent,
    unanswered: wasAsked ? [BEFORE] : [],
    trouble: null,
    isFresh: false,
    isSilent: false,
  };
  return arrive({ ...shared, step: "connect" }, page);
}

/** The next state. Pure: what has to be done in a step is done by `use-flow.ts`. */
export function nextFlow(flow: Flow, event: FlowEvent): Flow {
  if ("epoch" in event && event.epoch !== flow.epoch) return flow;
  switch (event.type) {
    case "wallet":
      return walletChanged(flow, event.payer);
    case "read":
      return arrive(event.sources === undefined ? flow : { ...flow, sources: event.sources }, event.page);
    case "silent":
      return { ...flow, isSilent: true };
    case "pick":
      return picked(flow, event.source);
    case "proceed":
      return proceeded(flow, event.mustSwitch);
    case "requote":
      return requoted(flow);
    case "prepared":
      return prepared(flow, event.plan);
    case "refused":
      return refused(flow, event.problem);
    case "failed":
      return failed(flow, event.trouble);
    case "sign":
      return signing(flow);
    case "hand_over":
      return handedOver(flow);
    case "allowed":
      return allowed(flow, event.hash, event.unsent);
    case "settled":
      return settled(flow);
    case "sent":
      return sent(flow, event.sent, event.asked);
    case "ask_again":
      return askedAgain(flow);
    case "declined":
      return declined(flow, event.asked);
    case "found":
      return found(flow, event.batch, event.hash);
    case "followed":
      return followed(flow, event);
    case "taken":
      return taken(flow, event.hash);
    case "lost":
      return lost(flow, event.trouble);
    case "forget":
      return forgotten(flow);
    case "back":
      return back(flow);
  }
}
