import type { Logger } from "pino";
import { isDatabaseAway } from "@/server/lib/database/away";

/**
 * Lets a process outlive its database. The driver asks for the types of arrays on each new connection and leaves nobody with
 * the error when that connection breaks meanwhile, or when a pooler has no server to ask: Node would end the process. Every
 * other promise that was rejected unheard still ends it.
 */
export function outliveDatabase(log: Pick<Logger, "warn">): void {
  process.on("unhandledRejection", (error) => {
    if (!isDatabaseAway(error)) throw error;
    log.warn({ err: error }, "a connection to the database was lost while it opened");
  });
}
