import type { Sql } from "postgres";
import type { Connection } from "@/db/builder-over";

/** The row of `wake_ups` that is counted up on the primary, to be seen on its replica. */
const CHANNEL = "replica";

/** Which server this is, and where in its log. */
export interface ServerState {
  /** Of the cluster: a replica has that of its primary. */
  cluster: string;
  /** Counted up when a replica was made the primary. */
  timeline: number;
  isReplica: boolean;
  position: bigint;
}

interface StateRow {
  cluster: string;
  timeline: number;
  replica: boolean;
  position: string | null;
}

/** Counts up on the primary, and says where its log is after that. */
export async function beat(primary: Sql): Promise<ServerState & { count: bigint }> {
  const [row] = await primary<{ count: string }[]>`
    insert into wake_ups (channel, count) values (${CHANNEL}, 1)
    on conflict (channel) do update set count = wake_ups.count + 1 returning count::text as count`;
  return { ...(await stateOf(primary)), count: BigInt(row?.count ?? 0) };
}

/** Where the primary's log is: whatever was committed before this was asked lies before it. */
export async function positionOf(primary: Sql): Promise<bigint> {
  const [row] = await primary<{ position: string }[]>`
    select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as position`;
  return BigInt(row?.position ?? 0);
}

/** Which server this is. On a replica the position is how far its rows are those of the primary. */
export async function stateOf(sql: Connection): Promise<ServerState> {
  const [row] = await sql.unsafe<StateRow[]>(`select pg_is_in_recovery() as replica,
    ((case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end)
      - '0/0'::pg_lsn)::text as position,
    (select system_identifier::text from pg_control_system()) as cluster,
    (select timeline_id from pg_control_checkpoint()) as timeline`);
  if (!row) throw new Error("a server said nothing of itself");
  return {
    cluster: row.cluster,
    timeline: row.timeline,
    isReplica: row.replica,
    position: BigInt(row.position ?? 0),
  };
}

/** The count that a replica shows. Asked after the position, so that it is never older than that one. */
export async function countOn(sql: Connection): Promise<bigint> {
  const [row] = await sql.unsafe<{ count: string }[]>(
    `select count::text as count from wake_ups where channel = '${CHANNEL}'`,
  );
  return BigInt(row?.count ?? 0);
}
