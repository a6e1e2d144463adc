/** What the driver says of a connection that it has lost or could not open. */
const OF_DRIVER = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
]);

/** What the system says of a socket. */
const OF_SYSTEM = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/**
 * SQLSTATEs of a server that is ending, starting or a standby by now, has no room (class 53) or a broken disk, or of a
 * connection that broke (class 08; PgBouncer names all its trouble so). Last, those of a statement that took too long or
 * that others were in the way of again and again: it was undone, and can be tried again.
 */
const OF_SERVER = /^(?:08...|53...|57P0[1-5]|25006|25P0[34]|58030|57014|40001|40P01)$/;

/**
 * Whether an error, or what caused it, says that the database cannot do anything now, or no longer answers: nothing about
 * the statement is wrong. Whether something was committed is not known then.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (OF_DRIVER.has(code)) return true;
  // Everything that is reached over the network fails with these; the driver adds the query that it was asked.
  if (OF_SYSTEM.has(code) && "query" in error) return true;
  if (
    error instanceof Error &&
    (error.name === "PostgresError" || error.name === "NoPrimary") &&
    OF_SERVER.test(code)
  )
    return true;
  return "cause" in error && isDatabaseAway(error.cause);
}
