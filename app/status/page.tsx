import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { StatusPage } from "@/components/status/status-page";
import { StatusUnknown } from "@/components/status/status-unknown";
import { systemCaller } from "@/server/auth/callers";
import { app } from "@/server/boot";
import { withinTime } from "@/server/lib/within-time";
import { readStatus } from "@/server/status-page/read-status";

export const metadata: Metadata = { title: "Status" };

/** A database that takes longer than this is as good as away, and the page says so. */
const DATABASE_MS = 2_000;

/** How the service is, for everybody, where its operator wants that (`STATUS_PAGE`). Needs no script. */
export default async function Status() {
  const { config, context, log } = app();
  if (!config.hasStatusPage) notFound();
  const status = await withinTime(DATABASE_MS, readStatus(context(systemCaller("")))).catch(
    (error: unknown) => {
      log.warn({ err: error }, "the status page could not be read");
      return null;
    },
  );
  return status === null ? <StatusUnknown /> : <StatusPage status={status} />;
}
