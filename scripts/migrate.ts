import { migrate } from "@/db/migrate";

/** Applies the migrations to `DATABASE_URL` (`npm run migrate`); for installations without the supervisor. */
const url = process.env.DATABASE_URL;
if (!url) {
  process.stderr.write("DATABASE_URL: missing\n");
  process.exit(1);
}
await migrate(url);
process.stdout.write("The database is up to date.\n");
