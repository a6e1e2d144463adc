import { and, eq, isNull } from "drizzle-orm";
import { memberships } from "@/db/schema";
import type { Tx } from "@/server/context";
import { invalidField } from "@/server/errors";

/** What the rows of both kinds of keys store of who made them. */
export interface StoredMaker {
  /** The membership; null where no member made the key: the operator, or a key that no member made. */
  makerId: string | null;
  endsWithMembership: boolean;
}

/**
 * Who makes a key in this call: the member who is signed in, or the maker of the key that is called with, because a key
 * hands on no more than it has itself. Throws 400 where a key is to end with a membership that is not there.
 */
export async function storedMaker(tx: Tx, endsWithMembership = false): Promise<StoredMaker> {
  const { maker, platformId, personId } = tx.caller;
  if (maker !== null) {
    return {
      makerId: maker.memberId,
      endsWithMembership: endsWithMembership || maker.endsWithMembership,
    };
  }
  const [member] =
    personId === null
      ? []
      : await tx.db
          .select({ id: memberships.id })
          .from(memberships)
          .where(
            and(
              eq(memberships.platformId, platformId),
              eq(memberships.personId, personId),
              isNull(memberships.endedAt),
            ),
          );
  if (!member && endsWithMembership) {
    throw invalidField(
      "endsWithMembership",
      "Whoever makes this key is no member, so it cannot end with that",
    );
  }
  return { makerId: member?.id ?? null, endsWithMembership };
}
