import { DrizzleQueryError } from "drizzle-orm/errors";
import pino from "pino";
import { describe, expect, test } from "vitest";
import { loggedError } from "@/server/lib/logging/logged-error";

const SECRET = "$& sealed-secret\n    at nowhere";
const failed = () =>
  new DrizzleQueryError("insert into webhooks values ($1)", [SECRET], new Error("connection lost"));

function lineOf(error: Error): string {
  const lines: string[] = [];
  const log = pino({ serializers: { err: loggedError } }, { write: (line) => lines.push(line) });
  log.error({ err: error }, "call failed");
  return lines.join("");
}

describe("a logged error", () => {
  test("of a failed statement tells the statement and the cause, never a parameter", () => {
    const line = lineOf(failed());
    expect(line).not.toContain("sealed-secret");
    expect(line).toContain("Failed query: insert into webhooks values ($1)");
    expect(line).toContain("connection lost");
    expect(JSON.parse(line).err.stack).toContain("logged-error.test.ts");
  });

  test("hides them as well where the failed statement is the cause, however deep", () => {
    const line = lineOf(new Error("outer", { cause: new Error("inner", { cause: failed() }) }));
    expect(line).not.toContain("sealed-secret");
    expect(line).toContain("insert into webhooks");
  });

  test("of another kind is told as it is", () => {
    expect(JSON.parse(lineOf(new TypeError("no such thing"))).err).toMatchObject({
      type: "TypeError",
      message: "no such thing",
    });
  });
});
