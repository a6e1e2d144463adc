import { migrate } from "@/db/migrate";
import { runOnDatabase } from "./database-command";

/** Applies the migrations to `DATABASE_URL` (`npm run migrate`); for installations without the supervisor. */
await runOnDatabase(async () => {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL: missing");
  await migrate(url);
  return "The database is up to date.";
});
