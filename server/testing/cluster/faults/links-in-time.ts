import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import type { World } from "@/server/testing/cluster/fault";

/** Longer than the wrong clocks last, and shorter than they are wrong. */
const LEFT_MS = 90_000;
const LOOK_EVERY_MS = 500;

interface LinksInTime {
  /** Ends the looking, and says what became of the links. */
  judge(): Promise<string>;
}

/**
 * Lets the newest links of a shop end soon, and looks again and again, by both web processes, whether any of them is over
 * before its time. The machine's clock is right.
 */
export async function linksInTime({ sql, services, page }: World): Promise<LinksInTime> {
  const beganAt = Date.now();
  const endsAt = beganAt + LEFT_MS;
  const rows = await sql<{ id: string; token: string }[]>`
    update secure_payments set expires_at = ${new Date(endsAt).toISOString()}::timestamptz
    where id in (select id from secure_payments where status = 'pending' order by id desc limit 5)
    returning id, token`;
  expect(rows.length).toBeGreaterThan(0);
  const early: string[] = [];
  let looks = 0;
  let isEnding = false;
  const looking = (async () => {
    while (!isEnding) {
      for (const url of services.urls) {
        for (const { token } of rows) {
          const answer = await fetch(`${url}/v2/secure-payments/${token}`, { headers: page }).catch(
            () => null,
          );
          await answer?.body?.cancel();
          if (Date.now() >= endsAt || answer === null || answer.status === 503) continue;
          looks += 1;
          if (answer.status === 200) continue;
          const seconds = ((Date.now() - beganAt) / 1000).toFixed(1);
          early.push(`${url} answered ${answer.status} after ${seconds} s`);
        }
      }
      await delay(LOOK_EVERY_MS);
    }
  })();
  return {
    judge: async () => {
      isEnding = true;
      await looking;
      expect(early, "links that were over before their time").toEqual([]);
      const stored = await sql<{ status: string }[]>`
        select status from secure_payments where id in ${sql(rows.map(({ id }) => id))}`;
      expect(Date.now()).toBeLessThan(endsAt);
      expect(stored.map(({ status }) => status)).toEqual(rows.map(() => "pending"));
      return `${rows.length} links that end within the difference of the clocks were open in all ${looks} looks before their end`;
    },
  };
}
