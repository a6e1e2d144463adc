import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Tx } from "@/server/context";

const Cover = z.object({ request_id: z.string(), at: z.string().transform((text) => new Date(text)) });

/**
 * Finds the transfer that brought each of these requests to its amount, in the order of the chain, and keeps it on
 * record: adding up all transfers happens once for each request, not for everyone who reads it. Returns by row ID
 * when the chain took it.
 */
export async function recordCovers(tx: Tx, requestIds: readonly string[]): Promise<Map<string, Date>> {
  if (requestIds.length === 0) return new Map();
  const rows = await tx.db.execute(sql`
    update request_sums set covered_by = cover.id, covered_excess = cover.so_far - cover.asked
    from (
      select so_far.*, requests.amount as asked from (
        select id, request_id, coalesce(credited, amount) as credited, block_time,
          sum(coalesce(credited, amount)) over (partition by request_id order by block_number, log_index) as so_far
        from transfers
        where request_id in (select json_array_elements_text(${JSON.stringify([...requestIds])}::text::json))
          and mismatch is null and state in ('confirmed', 'final')
      ) as so_far
      join requests on requests.id = so_far.request_id
        and so_far.so_far >= requests.amount and so_far.so_far - so_far.credited < requests.amount
    ) as cover
    where request_sums.request_id = cover.request_id
    returning cover.request_id, cover.block_time as at`);
  return new Map(
    z
      .array(Cover)
      .parse(rows)
      .map(({ request_id: requestId, at }) => [requestId, at]),
  );
}
