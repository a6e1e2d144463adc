import { and, eq } from "drizzle-orm";
import {
  apiKeys,
  clientIds,
  memberships,
  orchestratorKeys,
  orchestrators,
  personWallets,
  walletChallenges,
  webhookEndpoints,
} from "@/db/schema";
import { walletsOf } from "@/server/auth/members/members";
import type { Reads } from "@/server/context";

/** What people call records of the account. */
export interface Names {
  apiKey(id: string | undefined): Promise<string>;
  clientId(id: string | undefined): Promise<string>;
  member(id: string | undefined): Promise<string>;
  orchestratorKey(id: string | undefined): Promise<string>;
  /** A wallet that was asked to sign something, by the ID of its challenge. */
  challengedWallet(challengeId: string): Promise<string>;
  /** A wallet that a person signs in with. */
  ownWallet(personId: string | null, id: string | undefined): Promise<string>;
  webhook(id: string | undefined): Promise<string>;
}

/** Finds names within one account. A record that it does not have is called by the ID that was sent. */
export function namesOf({ db }: Pick<Reads, "db">, platformId: string): Names {
  return {
    async apiKey(id = "") {
      const [row] = await db
        .select({ label: apiKeys.label })
        .from(apiKeys)
        .where(and(eq(apiKeys.id, id), eq(apiKeys.platformId, platformId)));
      return nameOr(row?.label, id);
    },
    async clientId(id = "") {
      const [row] = await db
        .select({ label: clientIds.label })
        .from(clientIds)
        .where(and(eq(clientIds.id, id), eq(clientIds.platformId, platformId)));
      return nameOr(row?.label, id);
    },
    async member(id = "") {
      const [row] = await db
        .select({ personId: memberships.personId, role: memberships.role })
        .from(memberships)
        .where(and(eq(memberships.id, id), eq(memberships.platformId, platformId)));
      const [wallet] = (row && (await walletsOf({ db }, [row.personId])).get(row.personId)) ?? [];
      return row ? `${wallet ?? id} (${row.role} now)` : id;
    },
    async orchestratorKey(id = "") {
      const [row] = await db
        .select({ label: orchestratorKeys.label })
        .from(orchestratorKeys)
        .innerJoin(orchestrators, eq(orchestrators.id, orchestratorKeys.orchestratorId))
        .where(and(eq(orchestratorKeys.id, id), eq(orchestrators.ownerPlatformId, platformId)));
      return nameOr(row?.label, id);
    },
    async challengedWallet(challengeId) {
      const [row] = await db
        .select({ address: walletChallenges.address })
        .from(walletChallenges)
        .where(eq(walletChallenges.id, challengeId));
      return row?.address ?? challengeId;
    },
    async ownWallet(personId, id = "") {
      const [row] = await db
        .select({ address: personWallets.address })
        .from(personWallets)
        .where(and(eq(personWallets.id, id), eq(personWallets.personId, personId ?? "")));
      return row?.address ?? id;
    },
    async webhook(id = "") {
      const [row] = await db
        .select({ url: webhookEndpoints.url })
        .from(webhookEndpoints)
        .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.platformId, platformId)));
      return nameOr(row?.url, id);
    },
  };
}

function nameOr(name: string | undefined, id: string): string {
  return name ? `"${name}"` : id;
}
