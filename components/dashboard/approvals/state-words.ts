import type { Tone } from "@/components/ui/badge";
import type { Approval } from "@/server/auth/approvals/schema";

/** Where an approval stands, in a word and with what it means. */
export const APPROVAL_STATE_WORDS: Record<Approval["state"], { name: string; tone: Tone; means: string }> = {
  waiting: { name: "Waiting", tone: "warning", means: "Nothing has changed. It waits for a second person." },
  approved: { name: "Done", tone: "positive", means: "A second person approved it, and it was done." },
  refused: { name: "Refused", tone: "danger", means: "A second person refused it. Nothing was changed." },
  withdrawn: {
    name: "Withdrawn",
    tone: "neutral",
    means: "Whoever asked took it back. Nothing was changed.",
  },
  expired: { name: "Expired", tone: "neutral", means: "Nobody approved it in time. Nothing was changed." },
  fallen: { name: "Fell", tone: "danger", means: "It could not be done any more. Nothing was changed." },
};
