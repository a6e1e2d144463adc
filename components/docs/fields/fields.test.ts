import { describe, expect, test } from "vitest";
import { fieldsOf, typeOf } from "./fields";

const schemas = {
  Person: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
  Tree: {
    type: "object",
    properties: { children: { type: "array", items: { $ref: "#/components/schemas/Tree" } } },
  },
};

describe("a body as rows", () => {
  test("shows every field once, parents before children, with the way to it", () => {
    const rows = fieldsOf(
      {
        type: "object",
        required: ["payouts"],
        properties: {
          payouts: {
            type: "array",
            items: { type: "object", properties: { to: { $ref: "#/components/schemas/Person" } } },
          },
          note: { type: ["string", "null"], minLength: 1, maxLength: 9 },
        },
      },
      schemas,
    );
    expect(rows.map(({ path, type, required }) => [path, type, required])).toEqual([
      ["payouts", "array of object", true],
      ["payouts[].to", "object", false],
      ["payouts[].to.name", "string", true],
      ["note", "string or null", false],
    ]);
    expect(rows[3]?.notes).toEqual(["1 to 9 characters"]);
  });

  test("merges alternatives and names the values of a list", () => {
    const rows = fieldsOf(
      {
        anyOf: [
          { $ref: "#/components/schemas/Person" },
          { type: "object", properties: { kind: { enum: ["a", "b"] } } },
        ],
      },
      schemas,
    );
    expect(rows.map(({ path, notes }) => [path, notes])).toEqual([
      ["name", []],
      ["kind", ['"a" | "b"']],
    ]);
  });

  test("ends on a schema that contains itself", () => {
    expect(fieldsOf({ $ref: "#/components/schemas/Tree" }, schemas).length).toBeLessThan(10);
  });

  test("says what it does not know", () => {
    expect(typeOf({}, schemas)).toBe("any");
  });
});
