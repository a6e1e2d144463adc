import { createHash } from "node:crypto";
import { and, desc, eq, inArray } from "drizzle-orm";
import { signInDevices } from "@/db/schema";
import { deviceName } from "@/server/auth/device-name";
import type { Tx } from "@/server/context";
import { canonicalNetwork, parseAddress } from "@/server/lib/ip-networks";

/** Devices that are kept of one person in one account. */
const MOST_KEPT = 50;

/** From where somebody signs in. */
export interface SignInPlace {
  /** In words, such as "Chrome on Windows". */
  device: string;
  ip: string | null;
  /**
   * Whether this person has signed in to this account before, and never with such a device from this network. The first
   * sign-in of all is no news.
   */
  isNewDevice: boolean;
}

/**
 * Where the caller signs in from, noted for the next time. A device is what its browser calls itself, without versions, in one
 * network: 256 addresses of IPv4, a /48 of IPv6. So an update or another address from the same provider is no news; somebody in
 * the same network with the same kind of browser is none either (docs/decisions/alarms.md).
 */
export async function noteSignIn(
  tx: Pick<Tx, "db" | "now" | "caller">,
  { platformId, personId }: { platformId: string; personId: string | null },
): Promise<SignInPlace> {
  const { ip, userAgent } = tx.caller;
  const device = deviceName(userAgent ?? null);
  const person = personId ?? "";
  const text = JSON.stringify([platformId, person, device, ip === null ? null : networkOf(ip)]);
  const fingerprint = `0x${createHash("sha256").update(text).digest("hex")}`;
  const own = and(eq(signInDevices.platformId, platformId), eq(signInDevices.personId, person));
  const known = await tx.db
    .select({ fingerprint: signInDevices.fingerprint })
    .from(signInDevices)
    .where(own)
    .orderBy(desc(signInDevices.lastSeenAt));
  const lastSeenAt = tx.now();
  await tx.db
    .insert(signInDevices)
    .values({ platformId, personId: person, fingerprint, lastSeenAt })
    .onConflictDoUpdate({
      target: [signInDevices.platformId, signInDevices.personId, signInDevices.fingerprint],
      set: { lastSeenAt },
    });
  const tooMany = known
    .map((row) => row.fingerprint)
    .filter((one) => one !== fingerprint)
    .slice(MOST_KEPT - 1);
  if (tooMany.length > 0) {
    await tx.db.delete(signInDevices).where(and(own, inArray(signInDevices.fingerprint, tooMany)));
  }
  const isKnown = known.some((row) => row.fingerprint === fingerprint);
  return { device, ip, isNewDevice: known.length > 0 && !isKnown };
}

function networkOf(ip: string): string {
  const address = parseAddress(ip);
  return address === null
    ? ip
    : canonicalNetwork(`${address.toString()}/${address.kind() === "ipv4" ? 24 : 48}`);
}
