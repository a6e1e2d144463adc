import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Database } from "@/db";
import { clock } from "@/server/lib/clock";
import { isDatabaseAway } from "@/server/lib/database/away";

type Asked = Pick<Database, "execute">;

const EVERY_MS = 5_000;
/** More than this is said in the log. */
const WORTH_A_WORD_MS = 2_000;

/** The earlier of both clocks when they were last compared, and the clock that nobody sets at that moment. */
interface Compared {
  earlier: number;
  elapsed: number;
}

/** Null before they were compared. */
let compared: Compared | null = null;

/** How far the clock of the database is ahead of `now`, milliseconds; negative where it is behind. */
export async function clockDifference(db: Asked, now: () => Date): Promise<number> {
  const before = now().getTime();
  const [row] = await db.execute<{ at: string }>(
    sql`select extract(epoch from clock_timestamp()) * 1000 as at`,
  );
  const after = now().getTime();
  const theirs = Number(row?.at);
  // Theirs is of some moment between both of ours.
  return theirs < before ? theirs - before : Math.max(0, theirs - after);
}

/**
 * What a time that must not end too early is compared with: the time of a context, or that of the database where that is
 * earlier. One wrong clock, of this process or of the primary, then ends nothing before its time, also at the moment at which
 * it is set; one that is behind ends it later.
 */
export function earlierNow({ now }: { now(): Date }): Date {
  if (compared === null) return now();
  const { earlier, elapsed } = compared;
  const aheadMs = clock.now().getTime() - (earlier + clock.elapsedMs() - elapsed);
  return new Date(now().getTime() - Math.max(0, Math.floor(aheadMs)));
}

/**
 * Compares the clock of this process with the database's, now and again and again: both may be set, and another primary has
 * another. Resolves after the first time, to what ends it. `onCompared` is told each time how many milliseconds the database's
 * is ahead.
 */
export async function keepComparingClocks(
  db: Asked,
  log: Pick<Logger, "warn">,
  onCompared: (differenceMs: number) => void,
): Promise<() => void> {
  let isEnded = false;
  let cancel = () => {};
  let wasTold = false;
  const compare = async () => {
    try {
      const difference = await clockDifference(db, () => clock.now());
      const earlier = clock.now().getTime() + Math.min(0, difference);
      compared = { earlier, elapsed: clock.elapsedMs() };
      onCompared(difference);
      const isWrong = Math.abs(difference) > WORTH_A_WORD_MS;
      if (isWrong && !wasTold)
        log.warn({ difference }, "the clocks of this machine and of the database differ");
      wasTold = isWrong;
    } catch (error) {
      // What was seen last holds until it answers again.
      if (!isDatabaseAway(error)) log.warn({ err: error }, "the clock of the database could not be read");
    }
    if (!isEnded) cancel = clock.setTimer(EVERY_MS, () => void compare(), { unref: true });
  };
  await compare();
  return () => {
    isEnded = true;
    cancel();
    compared = null;
  };
}
