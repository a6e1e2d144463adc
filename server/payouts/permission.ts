import type { Caller } from "@/server/context";
import { ApiError } from "@/server/errors";

/** Throws 403 for a platform that may not create payouts (behaviour.md §4.3). */
export function requirePayouts(caller: Caller): void {
  if (!caller.canCreatePayouts) {
    throw new ApiError("payouts_not_allowed", "This platform is not allowed to create payouts");
  }
}
