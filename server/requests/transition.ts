import { and, eq, inArray, sql } from "drizzle-orm";
import { isCounted, requests, transfers } from "@/db/schema";
import type { Tx } from "@/server/context";
import { nextStatus, type RequestEvent, type RequestStatus } from "@/server/requests/state";

export interface Move {
  id: string;
  from: RequestStatus;
  event: RequestEvent;
  /** When the chain took the transfer that covered it; with `settled` and `sent_back`. */
  paidAt?: Date;
}

/** Thrown when another transaction moved a request between our read and our write. */
export class StatusConflict extends Error {
  override readonly name = "StatusConflict";
}

/**
 * The one writer of `status`: looks up the cell and updates rows that still have the status that was read.
 * A row that does not is a conflict, never an overwrite. Paid requests stop listening (RS-07).
 */
export async function transitionRequests(tx: Tx, moves: readonly Move[]): Promise<void> {
  const groups = new Map<string, Group>();
  for (const move of moves) {
    const to = nextStatus(move.from, move.event);
    if (!to) continue;
    const isSentBack = move.event === "sent_back";
    const key = `${move.from}>${to} ${isSentBack}`;
    const group = groups.get(key);
    if (group) group.moves.push(move);
    else groups.set(key, { from: move.from, to, isSentBack, moves: [move] });
  }
  for (const group of groups.values()) {
    const isPaid = group.to === "paid" || group.isSentBack;
    const moved = isPaid ? await pay(tx, group) : await shift(tx, group);
    const left = group.moves.length - moved.length;
    if (left > 0) throw new StatusConflict(`${left} requests moved`);
  }
}

interface Group {
  from: RequestStatus;
  to: RequestStatus;
  /** Paid, and then sent back by its payee: it stays known when it was paid. */
  isSentBack: boolean;
  moves: Move[];
}

function shift(tx: Tx, { from, to, moves }: Group) {
  const ids = moves.map((move) => move.id);
  return tx.db
    .update(requests)
    .set({
      status: to,
      detectionSource: to === "created" ? null : tx.config.wire.network,
      ...(from === "paid" || from === "refunded" ? { paidAt: null, note: null } : {}),
    })
    .where(and(inArray(requests.id, ids), eq(requests.status, from)))
    .returning({ id: requests.id });
}

function pay(tx: Tx, { from, to, moves }: Group) {
  const paid = JSON.stringify(moves.map(({ id, paidAt }) => ({ id, at: paidAt ?? null })));
  return tx.db
    .update(requests)
    .set({
      status: to,
      detectionSource: sql`case when ${hasFallback()} then 'swap' else ${tx.config.wire.network} end`,
      note: sql`case when ${hasFallback()} then ${FALLBACK_NOTE} end`,
      isListening: false,
      paidAt: sql`coalesce(moved.at, ${requests.paidAt}, ${tx.now().toISOString()}::timestamptz)`,
    })
    .from(sql`json_to_recordset(${paid}::text::json) as moved(id text, at timestamptz)`)
    .where(and(sql`${requests.id} = moved.id`, eq(requests.status, from)))
    .returning({ id: requests.id });
}

/** XC-07, in the words of RS-04. */
const FALLBACK_NOTE =
  "A bridge delivered the funds to the payee without the payment call, which failed; confirmed from the transfer";

/** The condition that a bridge paid a part of the request without the payment call. */
function hasFallback() {
  return sql`exists (select 1 from ${transfers} where ${transfers.requestId} = ${requests.id}
    and ${transfers.isFallback} and ${isCounted(transfers)})`;
}
