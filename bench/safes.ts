import { pathToFileURL } from "node:url";
import { sql } from "drizzle-orm";
import { median, timed } from "@/bench/measure";
import { type Effort, effortOf, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import { systemCaller } from "@/server/auth/callers";
import { type App, boot } from "@/server/boot";
import type { ChainAdapter } from "@/server/chains/adapter";
import { readConfig } from "@/server/config";
import { inTransaction } from "@/server/context";
import { createPlatform } from "@/server/platforms/create-platform";
import { lookAtSafes, waitingSafes } from "@/server/secure-payments/safe/track";
import { startTestChain } from "@/server/testing/evm/chain";

const ROUNDS = 5;

/**
 * What Safe transactions of other networks cost the watcher of a network that waits for none: one look at a pass, in a
 * database with and in one without them, in turn, and how many calls of the node it makes.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const server = await startScratchPostgres();
  const node = await startTestChain({ network: "base", bare: true });
  const apps: App[] = [];
  const started = async (database: string) => {
    const app = boot(
      readConfig({
        DATABASE_URL: await server.createDatabase(database),
        SECRET_KEY: "11".repeat(32),
        LOG_LEVEL: "silent",
        NETWORK_PROFILE: "local",
        RPC_URL_BASE: node.rpcUrl,
      }),
      "bench",
    );
    apps.push(app);
    return app;
  };
  try {
    const looks = quick ? 50 : 1_000;
    const elsewhere = quick ? 100 : 10_000;
    const without = watcherOf(await started("none"));
    const app = await started("elsewhere");
    await waitElsewhere(app, elsewhere);
    const beside = watcherOf(app);
    // Prepared statements and compiled code first.
    for (const watcher of [without, beside]) await watcher.looks(looks);
    const rounds: { without: number; beside: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({ without: await without.looks(looks), beside: await beside.looks(looks) });
    }
    return {
      name: "Safes",
      figures: [
        {
          what: `a pass of a network that waits for no Safe transaction: with ${elsewhere} waiting on another ÷ with none`,
          value: median(rounds.map((round) => round.beside / round.without)),
          unit: "",
          goal: { better: "less", goal: 1.5, stretch: 1.2 },
        },
        {
          what: "the same, one look",
          value: median(rounds.map(({ beside }) => beside)) * 1_000,
          unit: "µs",
        },
        {
          what: "calls of the node that it makes",
          value: without.calls() + beside.calls(),
          unit: "",
          goal: { better: "less", goal: 0, stretch: 0 },
        },
      ],
    };
  } finally {
    for (const app of apps) await app.close();
    await node.stop();
    await server.stop();
  }
}

/** A watcher's look for Safe transactions: the median of so many, in milliseconds, and what it asked the node so far. */
function watcherOf(app: App) {
  const chain = app.chains.find("base");
  if (!chain?.safes) throw new Error("no chain");
  const ctx = app.context(systemCaller(""));
  let calls = 0;
  const counting: ChainAdapter = Object.assign(Object.create(chain), {
    safes: {
      ...chain.safes,
      results: async () => {
        calls += 1;
        return { results: [], unread: [] };
      },
    },
  });
  return {
    calls: () => calls,
    looks: async (count: number) => {
      const times: number[] = [];
      for (let i = 0; i < count; i++) {
        times.push(
          await timed(async () =>
            lookAtSafes(counting, await waitingSafes(ctx, counting.network.id), 1_000n),
          ),
        );
      }
      return median(times);
    },
  };
}

/** Stores links with a Safe transaction each that is waited for on Sepolia. */
async function waitElsewhere(app: App, count: number): Promise<void> {
  const platform = await inTransaction(app.context(systemCaller("")), (tx) =>
    createPlatform(tx, { name: "Bench", walletAddress: null }),
  );
  await app.database.db.execute(sql`
    insert into secure_payments (id, token, platform_id, payment_type, flow, status, access_policy, created_at, expires_at)
    select 'link' || i, 'token' || i, ${platform.id}, 'single', 'incoming', 'pending', '{}', now(), now() + interval '7 days'
    from generate_series(1, ${count}::int) i`);
  await app.database.db.execute(sql`
    insert into secure_payment_intents
      (id, secure_payment_id, intent_key, kind, state, network, chain, is_proven, created_at)
    select 'intent' || i, 'link' || i, sha256(i::text::bytea), 'multisig', 'pending', 'sepolia', 'ETHEREUM', false, now()
    from generate_series(1, ${count}::int) i`);
  await app.database.db.execute(sql`
    insert into safe_transactions
      (intent_id, network, safe, version, nonce, threshold, owner_count, holds_until, tracked_until, looked_up_to,
       nonce_before, others)
    select 'intent' || i, 'sepolia', '0x11', '1.4.1', 1, 2, 3, now() + interval '1 day', now() + interval '7 days', 0, 1, '[]'
    from generate_series(1, ${count}::int) i`);
  await app.database.db.execute(sql`analyze secure_payment_intents, safe_transactions`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  printReport(await run(effortOf(process.argv.slice(2))));
}
