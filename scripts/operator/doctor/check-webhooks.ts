import { once } from "node:events";
import net from "node:net";
import tls from "node:tls";
import { and, asc, eq, isNull } from "drizzle-orm";
import { webhookEndpoints } from "@/db/schema";
import type { App } from "@/server/boot";
import { AddressRefused, createAddressGuard } from "@/server/webhooks/sending/address-guard";
import { type Finding, well, wrong } from "./finding";

const CONNECT_MS = 5_000;
/** Different hosts that are tried at most, and how many at a time. */
const MAX_HOSTS = 200;
const AT_ONCE = 10;

type Endpoint = Pick<typeof webhookEndpoints.$inferSelect, "url" | "failingSince" | "consecutiveFailures">;

/**
 * Whether the hosts of active webhooks can be reached from here, as a worker would: by the same rules about addresses, with TLS
 * where the URL says so. Nothing is sent to them.
 */
export async function checkWebhooks({ database: { db }, config, now }: App): Promise<Finding[]> {
  const rows = await db
    .select({
      url: webhookEndpoints.url,
      failingSince: webhookEndpoints.failingSince,
      consecutiveFailures: webhookEndpoints.consecutiveFailures,
    })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.isActive, true), isNull(webhookEndpoints.deletedAt)))
    .orderBy(asc(webhookEndpoints.id));
  if (rows.length === 0) return [well("webhooks", "endpoints", "there is none")];
  const byHost = new Map<string, Endpoint[]>();
  for (const row of rows) {
    const { origin } = new URL(row.url);
    byHost.set(origin, [...(byHost.get(origin) ?? []), row]);
  }
  const hosts = [...byHost].slice(0, MAX_HOSTS);
  const guard = createAddressGuard({ allowLoopback: config.webhooks.allowLoopback, now });
  const findings: Finding[] = [];
  for (let from = 0; from < hosts.length; from += AT_ONCE) {
    const some = hosts.slice(from, from + AT_ONCE);
    findings.push(...(await Promise.all(some.map(([origin, of]) => checkHost(new URL(origin), of, guard)))));
  }
  return findings;
}

async function checkHost(
  url: URL,
  endpoints: readonly Endpoint[],
  guard: ReturnType<typeof createAddressGuard>,
): Promise<Finding> {
  try {
    const [to] = await guard(url.hostname);
    if (!to) throw new AddressRefused(`${url.hostname} has no address`);
    await connect(url, to.address);
  } catch (error) {
    return wrong("webhooks", url.origin, reasonOf(error), remedyOf(error));
  }
  const failing = endpoints.filter(({ failingSince }) => failingSince !== null);
  const [worst] = failing.toSorted((one, two) => Number(one.failingSince) - Number(two.failingSince));
  if (!worst) return well("webhooks", url.origin, "it can be reached");
  const since = worst.failingSince?.toISOString();
  const reason = `it can be reached, but ${worst.consecutiveFailures} deliveries in a row failed since ${since}`;
  const remedy =
    "The delivery log in the dashboard of the account has its answers; the account has to mend them.";
  return wrong("webhooks", url.origin, reason, remedy);
}

async function connect(url: URL, host: string): Promise<void> {
  const isSecure = url.protocol === "https:";
  const port = Number(url.port || (isSecure ? 443 : 80));
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const socket = isSecure
    ? tls.connect({ host, port, ...(net.isIP(name) ? {} : { servername: name }) })
    : net.connect({ host, port });
  try {
    const signal = AbortSignal.timeout(CONNECT_MS);
    await once(socket, isSecure ? "secureConnect" : "connect", { signal });
  } finally {
    socket.destroy();
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "AbortError") return `it does not answer within ${CONNECT_MS / 1_000} s`;
  return error.message;
}

function remedyOf(error: unknown): string {
  if (error instanceof AddressRefused)
    return "Webhooks go to the public internet alone: the account has to name another address.";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/CERT|SELF_SIGNED|TLS|SSL|ALTNAME/.test(code))
    return "The host needs a certificate that is valid for its name.";
  if (/^E(?:NOTFOUND|NODATA|SERVFAIL|AI_AGAIN|TIMEOUT)$/.test(code))
    return "Look at the name, and at the name servers of this machine.";
  return "Look at whether a program listens there, and at firewalls on the way out of this machine.";
}
