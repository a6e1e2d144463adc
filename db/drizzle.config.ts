import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./db/schema/index.ts",
  // Elsewhere for a look at what would be generated, without leaving it here.
  out: process.env.MIGRATIONS_DIR || "./db/migrations",
  casing: "snake_case",
});
