import type { Tone } from "@/components/ui/badge";
import type {
  InstalmentAttempt,
  ScheduleHealth,
  ScheduleInstalment,
} from "@/server/dashboard/schedules/schema";
import type { Frequency } from "@/server/requests/schema";

/** How a merchant reads how a schedule is doing. */
export const HEALTH_WORDS: Record<ScheduleHealth, { name: string; tone: Tone }> = {
  pending: { name: "Awaiting signature", tone: "warning" },
  active: { name: "Active", tone: "positive" },
  late: { name: "Due late", tone: "danger" },
  paused: { name: "Paused", tone: "warning" },
  completed: { name: "Completed", tone: "neutral" },
  cancelled: { name: "Cancelled", tone: "neutral" },
};

export const INSTALMENT_WORDS: Record<ScheduleInstalment["state"], { name: string; tone: Tone }> = {
  scheduled: { name: "Scheduled", tone: "neutral" },
  due: { name: "Due", tone: "info" },
  submitted: { name: "On its way", tone: "info" },
  confirming: { name: "Confirming", tone: "info" },
  paid: { name: "Paid", tone: "positive" },
  retrying: { name: "To be retried", tone: "danger" },
  stopped: { name: "Not paid", tone: "neutral" },
};

export const OUTCOME_WORDS: Record<InstalmentAttempt["outcome"], { name: string; tone: Tone }> = {
  submitted: { name: "On its way", tone: "info" },
  processed: { name: "Paid", tone: "positive" },
  failed: { name: "Failed", tone: "danger" },
  dropped: { name: "Not mined", tone: "neutral" },
  reorged: { name: "Taken back", tone: "danger" },
};

/** The contract counts seconds, not months: every word says how long it really is. */
export const FREQUENCY_WORDS: Record<Frequency, { every: string; choice: string }> = {
  DAILY: { every: "every day", choice: "Daily (every 24 hours)" },
  WEEKLY: { every: "every 7 days", choice: "Weekly (every 7 days)" },
  MONTHLY: { every: "every 30 days", choice: "Monthly (every 30 days)" },
  YEARLY: { every: "every 365 days", choice: "Yearly (every 365 days)" },
};
