import { decodeTime } from "ulid";
import { cookieDomain } from "@/server/auth/hosts";
import { readSessionToken } from "@/server/auth/session-token";
import type { App } from "@/server/boot";
import type { Caller } from "@/server/context";
import type { MustSee } from "@/server/lib/database/replica/reads-of-call";
import { isRecordId } from "@/server/lib/ids";
import type { ReceivedRequest } from "@/server/lib/received";

/** A session sends it back for as long as it must see what it has written. Whoever forges it reads from the primary. */
const COOKIE = "wrote";
const SENT = new RegExp(`(?:^|;)\\s*${COOKIE}=1\\s*(?:;|$)`);

type Current = Pick<App, "config" | "now">;

/**
 * What a call that reads from the replica has to see. Only a session that keeps cookies can be told from one that has just
 * written; one that was just made may be of an account that was.
 */
export function mustSee(current: Current, caller: Caller, request: ReceivedRequest): MustSee {
  const seconds = secondsOf(current);
  if (seconds === null || caller.kind !== "session") return "latest";
  if (readSessionToken(request.headers)?.by !== "cookie") return "latest";
  if (SENT.test(request.headers.get("cookie") ?? "")) return "latest";
  const madeAt = isRecordId(caller.credentialId) ? decodeTime(caller.credentialId) : current.now().getTime();
  return current.now().getTime() - madeAt <= 1_000 * seconds ? "latest" : "recent";
}

/** What a session is sent with every answer to a call that may have written; null where nothing is read from a replica. */
export function wroteCookie(
  current: Current,
  caller: Caller | undefined,
  request: ReceivedRequest,
): string | null {
  const seconds = secondsOf(current);
  if (seconds === null || caller?.kind !== "session" || /^(?:GET|HEAD)$/.test(request.method)) return null;
  const domain = cookieDomain(current.config.urls);
  const scope = domain === null ? "" : `; Domain=${domain}`;
  return `${COOKIE}=1; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Lax${scope}`;
}

/** After so long any replica that is used shows what was written. */
function secondsOf({ config: { databaseRead } }: Current): number | null {
  return databaseRead && Math.ceil(databaseRead.maxLagMs / 1_000) + 1;
}
