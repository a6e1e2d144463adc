import { migrate as applyMigrations } from "@/db/migrate";
import { databaseCommand } from "./database-command";

/** Applies the migrations to `DATABASE_URL` (`npm run migrate`); for installations without the supervisor. */
export const migrate = databaseCommand(async ({ env }) => {
  const url = env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL: missing");
  await applyMigrations(url);
  return "The database is up to date.";
});
