import { identifierBytes } from "@/server/lib/random";

/** A new span ID: 8 random bytes. */
export function newSpanId(): string {
  return identifierBytes(8).toString("hex");
}
