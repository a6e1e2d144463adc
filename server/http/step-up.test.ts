import { describe, expect, test } from "vitest";
import { NEEDS_NO_STEP_UP, NEEDS_STEP_UP, NEEDS_STEP_UP_ABOVE_SUM } from "@/server/auth/step-up/operations";
import { EVERY_OPERATION } from "@/server/testing/every-operation";

const CHANGING = EVERY_OPERATION.filter(
  ({ def, endpoint }) =>
    !endpoint.at.startsWith("GET ") && (def.auth.includes("session") || def.orchestratorOfSession),
).map(({ id }) => id);

describe("what people change", () => {
  test.each(CHANGING)("%s needs a fresh proof, or says why not", (id) => {
    const isIn = [id in NEEDS_STEP_UP, id in NEEDS_STEP_UP_ABOVE_SUM, id in NEEDS_NO_STEP_UP];
    expect(
      isIn.filter(Boolean),
      "server/auth/step-up/operations.ts has it in one of its two tables",
    ).toHaveLength(1);
  });

  test("is all that the tables name", () => {
    const named = [NEEDS_STEP_UP, NEEDS_STEP_UP_ABOVE_SUM, NEEDS_NO_STEP_UP].flatMap(Object.keys);
    expect(named.filter((id) => !(CHANGING as string[]).includes(id))).toEqual([]);
  });
});
