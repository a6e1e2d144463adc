"use client";

import { Alert } from "@/components/ui/alert";
import { ApiFailure } from "../api/api-failure";
import { useLiveUpdates } from "./use-live-updates";

/** Keeps the screen around it up to date, and says so when that is not possible. */
export function LiveUpdates() {
  const { error } = useLiveUpdates();
  // The end of a session is said elsewhere.
  const isStale = error !== null && !(error instanceof ApiFailure && error.status === 401);
  return (
    <div role="status" className="not-empty:mb-6">
      {isStale && (
        <Alert tone="warning">
          This page may be out of date: the service does not answer. It is asked again by itself.
        </Alert>
      )}
    </div>
  );
}
