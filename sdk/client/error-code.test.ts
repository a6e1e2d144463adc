import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import type { ErrorCode } from "@/sdk/client/error-code";
import { ERRORS } from "@/server/errors";

test("the codes of errors are those of the service", () => {
  const text = readFileSync(join(repositoryRoot(), "sdk/client/error-code.ts"), "utf8");
  const codes = [...text.matchAll(/^ {2}\| "(\w+)"/gm)].map(([, code]) => code);
  expect(codes.sort()).toEqual(Object.keys(ERRORS).sort());
  // The compiler compares them too.
  const listed: Record<ErrorCode, number> = ERRORS;
  expect(listed).toBe(ERRORS);
});
