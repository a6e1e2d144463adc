import type { Tone } from "@/components/ui/badge";
import type { Overview } from "@/server/dashboard/overview-schema";

export type ChainHealth = Overview["chains"][number];

/** What the state of a chain's watcher means to a merchant. */
export const CHAIN_STATES: Record<ChainHealth["state"], { name: string; tone: Tone; means: string }> = {
  ok: { name: "Up to date", tone: "positive", means: "Payments are noticed within seconds." },
  behind: { name: "Behind", tone: "warning", means: "Payments are noticed late; none is lost." },
  stale: { name: "Not watched", tone: "danger", means: "Nothing has looked at this chain for a while." },
  halted: {
    name: "Halted",
    tone: "danger",
    means: "The chain was rewritten deeper than it may be; somebody has to look.",
  },
  failing: {
    name: "Not readable",
    tone: "danger",
    means: "The nodes do not answer what is asked; payments are noticed once they do.",
  },
  no_node: {
    name: "No node",
    tone: "danger",
    means: "None of the nodes answers; payments are noticed once one does.",
  },
  no_quorum: {
    name: "Too few nodes agree",
    tone: "danger",
    means: "Payments are seen and do not count yet: fewer providers of nodes answer than have to agree.",
  },
  old_head: {
    name: "Standing still",
    tone: "danger",
    means: "No node has a recent block: either the chain stands still or all nodes do.",
  },
  missing: {
    name: "Never watched",
    tone: "danger",
    means: "The chain is configured, and nothing has looked at it yet.",
  },
};

/** What the state of recurring payouts on a chain means to a merchant. */
export const RECURRING_STATES: Record<
  ChainHealth["recurringPayouts"],
  { name: string; tone: Tone; means: string | null }
> = {
  ok: { name: "Paid when due", tone: "positive", means: null },
  low_gas: {
    name: "Gas is low",
    tone: "warning",
    means: "Instalments are still paid; this service soon has no coins left for their gas.",
  },
  waiting: {
    name: "Waiting",
    tone: "danger",
    means: "Instalments that are due wait; they are paid in order once this service can send them again.",
  },
  off: { name: "Not offered", tone: "neutral", means: null },
};

/** What a merchant with schedules on a chain has to know before an instalment is late; null where all is well. */
export const RECURRING_NOTICES: Record<
  ChainHealth["recurringPayouts"],
  { tone: "warning" | "danger"; title: string; text: string } | null
> = {
  ok: null,
  low_gas: {
    tone: "warning",
    title: "Gas for instalments is low",
    text: "Instalments are still paid. Whoever runs this service has to send coins for their gas soon.",
  },
  waiting: {
    tone: "danger",
    title: "Instalments wait",
    text: "This service cannot send them now. Nothing is lost: they are paid in order once it can again.",
  },
  off: {
    tone: "danger",
    title: "Nothing pays instalments",
    text: "The part of this service that pays them is switched off or not running. Ask whoever runs it.",
  },
};
