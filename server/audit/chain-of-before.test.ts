import postgres from "postgres";
import { expect, inject, test } from "vitest";
import { openDatabase } from "@/db";
import { committedMigrations, migrate } from "@/db/migrate";
import { checkChains } from "@/server/audit/check-chain";
import { withDatabase } from "@/server/testing/postgres/template";

test("a log from before has its chain, in the order of its IDs, once the database is brought to this version", async () => {
  const adminUrl = inject("postgresAdminUrl");
  const name = `test_chain_of_before_${process.pid}`;
  const admin = postgres(adminUrl, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  const url = withDatabase(adminUrl, name);
  const before = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const migrations = committedMigrations();
    const chained = migrations.findIndex(({ sql }) =>
      sql.some((text) => text.includes('TABLE "audit_chain"')),
    );
    const last = migrations[chained - 1];
    if (!last) throw new Error("no migration makes the chain");
    await migrate(url, { upTo: last.folderMillis });
    await before`insert into audit_log (id, platform_id, at, action, subject, actor_kind, actor_platform_id,
        credential_id, request_id, details)
      select id, 'a', now(), 'api_key.created', 'key', 'session', 'a', 'session', 'call', '{"label": "Shop"}'
      from unnest(array['2', '1', '3']) as id`;
    await migrate(url);
    const rows = await before<{ id: string; position: number }[]>`
      select entry_id as id, position::int from audit_chain order by position`;
    expect(rows.map(({ id, position }) => [id, position])).toEqual([
      ["1", 1],
      ["2", 2],
      ["3", 3],
    ]);
    const database = openDatabase(url, { poolSize: 1 });
    expect(await checkChains(database)).toMatchObject({ accounts: 1, entries: 3, differences: [] });
    await database.close();
  } finally {
    await before.end({ timeout: 5 });
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end({ timeout: 5 });
  }
});
