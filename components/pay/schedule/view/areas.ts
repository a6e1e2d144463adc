/** Areas of texts that the pages of recurring payouts need in the browser. */
export const SCHEDULE_AREAS = ["pay", "schedule", "wallet", "common"];
