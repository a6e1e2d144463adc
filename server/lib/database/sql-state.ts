/** SQLSTATE of a database error, also when Drizzle wrapped it; empty for anything else. */
export function sqlState(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return "cause" in error ? sqlState(error.cause) : "";
}
