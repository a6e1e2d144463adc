import type { ApprovalVerb, Change } from "@/server/approvals/change";
import { PAYMENT_WORDS, type PaymentVerb, wordsOfPayments } from "@/server/approvals/payment-words";

const WORDS: Record<Exclude<ApprovalVerb, PaymentVerb>, string> = {
  "destination.set": "Change where payments go",
  "destination.deactivate": "Stop being paid at a destination",
  "api_key.create": "Make an API key",
  "api_key.update": "Let an API key do more",
  "api_key.rotate": "Put a new API key in the place of one",
  "client_id.create": "Make a client ID",
  "client_id.update": "Change a client ID",
  "orchestrator.create": "Make an orchestrator and its first key",
  "orchestrator_key.create": "Make a key of an orchestrator",
  "orchestrator_key.rotate": "Put a new key of an orchestrator in the place of one",
  "member.update": "Change the role of a member",
  "member.remove": "Remove a member",
  "member.invite": "Invite a member",
  "policy.set": "Change what needs a second person",
};

/** What a change does, in one line that a wallet shows: what is done, to what, and what stands there afterwards. */
export function wordsOf({ verb, before, after, payments }: Change): string {
  if (isPaymentVerb(verb)) return wordsOfPayments(verb, payments);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const parts = names.map((name) => {
    if (!(name in after)) return `${name} ${textOf(before[name])}`;
    if (!(name in before)) return `${name} ${textOf(after[name])}`;
    if (textOf(before[name]) === textOf(after[name])) return `${name} ${textOf(after[name])}`;
    return `${name} from ${textOf(before[name])} to ${textOf(after[name])}`;
  });
  return parts.length === 0 ? WORDS[verb] : `${WORDS[verb]}: ${parts.join(", ")}`;
}

function isPaymentVerb(verb: ApprovalVerb): verb is PaymentVerb {
  return Object.hasOwn(PAYMENT_WORDS, verb);
}

function textOf(value: Change["after"][string] | undefined): string {
  if (value === null || value === undefined) return "none";
  return Array.isArray(value) ? value.join(" ") : String(value);
}
