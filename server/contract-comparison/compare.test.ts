import { describe, expect, test } from "vitest";
import { type ApiDocument, compareApis } from "@/server/contract-comparison/compare";
import type { JsonSchema } from "@/server/http/openapi/document";

function api(operation: object, schemas: Record<string, JsonSchema> = {}): ApiDocument {
  return JSON.parse(JSON.stringify({ paths: { "/things": { post: operation } }, components: { schemas } }));
}

const body = (schema: JsonSchema) => ({ required: true, content: { "application/json": { schema } } });
const answer = (schema: JsonSchema) => ({ content: { "application/json": { schema } } });
const parameter = (name: string, more: object = {}) => ({
  name,
  in: "query",
  schema: { type: "string" },
  ...more,
});

const thing = {
  type: "object",
  required: ["amount"],
  properties: { amount: { type: "string" }, kind: { type: "string", enum: ["a", "b"] } },
};

const operation = {
  operationId: "createThing",
  security: [{ apiKey: [] }, { orchestratorKey: [], clientId: [] }],
  parameters: [parameter("limit"), { name: "x-api-key", in: "header", required: false }],
  requestBody: body(thing),
  responses: { "201": answer({ $ref: "#/components/schemas/Thing" }), "400": {} },
};
const contract = api(operation, {
  Thing: { ...thing, properties: { ...thing.properties, note: { type: "string", nullable: true } } },
});

function differences(changed: object, schemas?: Record<string, JsonSchema>): string[] {
  const same: Record<string, JsonSchema> = {
    Thing: { ...thing, properties: { ...thing.properties, note: { type: ["string", "null"] } } },
  };
  return compareApis(api({ ...operation, ...changed }, schemas ?? same), [contract]).map(
    (one) => one.difference,
  );
}

describe("a planted difference is found", () => {
  test("an operation that only one of the two has", () => {
    const none: ApiDocument = { paths: {} };
    expect(compareApis(none, [contract])).toEqual([
      { operation: "POST /things", difference: "operation: only the contract's" },
    ]);
    expect(compareApis(contract, [none])).toEqual([
      { operation: "POST /things", difference: "operation: only ours" },
    ]);
  });

  test("nothing is reported where only the way of writing differs", () => {
    expect(differences({})).toEqual([]);
    const written: JsonSchema = {
      allOf: [{ type: "object", required: ["amount"], properties: { amount: { type: "string" } } }],
      properties: {
        kind: { anyOf: [{ const: "a" }, { const: "b" }], type: "string" },
        note: { anyOf: [{ type: "string" }, { type: "null" }] },
      },
    };
    expect(differences({}, { Thing: written })).toEqual([]);
  });

  test.each<[string, object, string[]]>([
    ["operationId", { operationId: "makeThing" }, ["operationId: makeThing, contract createThing"]],
    [
      "a credential more",
      { security: [...operation.security, { clientId: [] }] },
      ["security clientId: only ours"],
    ],
    [
      "a credential less",
      { security: [{ apiKey: [] }] },
      ["security clientId+orchestratorKey: only in the contract"],
    ],
    [
      "a parameter in another place",
      { parameters: [parameter("limit", { in: "path" }), operation.parameters[1]] },
      ["parameter path limit: only ours", "parameter query limit: only in the contract"],
    ],
    [
      "a parameter that became required",
      { parameters: [parameter("limit", { required: true }), operation.parameters[1]] },
      ["query limit: required only ours"],
    ],
    [
      "a parameter with listed values",
      {
        parameters: [
          parameter("limit", { schema: { type: "string", enum: ["1"] } }),
          operation.parameters[1],
        ],
      },
      ["query limit value 1: only ours"],
    ],
    ["no body", { requestBody: undefined }, ["body: none, contract present"]],
    [
      "a required field",
      { requestBody: body({ ...thing, required: ["amount", "kind"] }) },
      ["body.kind: required only ours"],
    ],
    [
      "an optional field",
      { requestBody: body({ ...thing, required: [] }) },
      ["body.amount: required only in the contract"],
    ],
    [
      "a field and an enum value",
      {
        requestBody: body({
          ...thing,
          properties: { amount: { type: "string" }, kind: { enum: ["a", "c"], type: "string" }, more: {} },
        }),
      },
      [
        "body field more: only ours",
        "body.kind value c: only ours",
        "body.kind value b: only in the contract",
      ],
    ],
    [
      "another type",
      { requestBody: body({ ...thing, properties: { ...thing.properties, amount: { type: "integer" } } }) },
      ["body.amount type number: only ours", "body.amount type string: only in the contract"],
    ],
    [
      "another status",
      { responses: { "201": operation.responses["201"], "404": {} } },
      ["status 404: only ours", "status 400: only in the contract"],
    ],
  ])("%s", (_, changed, expected) => {
    expect(differences(changed)).toEqual(expected);
  });

  test("an answer that lost a field, may be null or is not always there", () => {
    expect(differences({}, { Thing: { ...thing, required: [] } })).toEqual([
      "201 field note: only in the contract",
      "201.amount: required only in the contract",
    ]);
    const nullable = {
      ...thing.properties,
      amount: { type: ["string", "null"] },
      note: { type: ["string", "null"] },
    };
    expect(differences({}, { Thing: { ...thing, properties: nullable } })).toEqual([
      "201.amount type null: only ours",
    ]);
  });

  test("an answer that promises more is no difference", () => {
    const always = { ...thing, required: ["amount", "kind", "note"] };
    const listed = { ...thing.properties, note: { type: ["string", "null"], enum: ["x", null] } };
    expect(differences({}, { Thing: { ...always, properties: listed } })).toEqual([]);
  });

  test("an operation the contract does not have", () => {
    expect(compareApis(contract, [{ paths: {} }])).toEqual([
      { operation: "POST /things", difference: "operation: only ours" },
    ]);
  });

  test("a schema that contains itself ends", () => {
    const tree: JsonSchema = {
      type: "object",
      properties: { child: { $ref: "#/components/schemas/Thing" } },
    };
    expect(differences({}, { Thing: tree })).toContain("201 field child: only ours");
  });
});
