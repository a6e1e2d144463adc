import { migrate as applyMigrations } from "@/db/migrate";
import { directUrl } from "@/local/postgres/direct-url";
import { databaseCommand } from "@/scripts/operator/database-command";

/** `quittance migrate`: for installations without the supervisor. */
export const migrate = databaseCommand("migrate", async ({ env }, say) => {
  const url = directUrl(env);
  if (!url) throw new Error("DATABASE_URL: missing");
  await applyMigrations(url, { onStep: (done, pending) => say(`Step ${done} of ${pending} is done.`) });
  say("The database is up to date.");
  return { data: { isCurrent: true } };
});
