import { describe, expect, test } from "vitest";
import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { describeApi } from "@/server/http/openapi/openapi";
import { route } from "@/server/http/route";

const Thing = z.object({ id: z.string(), note: z.string().nullable() }).meta({ id: "Thing" });

const things = endpoint({
  POST: route(
    {
      operationId: "createRequest",
      summary: "Create a thing",
      tags: ["Things"],
      auth: ["apiKey", "clientId", "orchestrator", "session"],
      linkedNeedsPair: false,
      query: z.object({ dry: z.enum(["true", "false"]).optional(), from: z.string() }),
      body: z.object({ name: z.string().min(1), kind: z.string().default("a") }),
      status: 201,
      returns: z.object({ things: z.array(Thing) }),
      errors: ["chain_unavailable"],
      idempotent: true,
    },
    () => ({ things: [] }),
  ),
});
const thing = endpoint({
  GET: route(
    {
      operationId: "getRequest",
      summary: "Read a thing",
      tags: ["Things"],
      auth: ["clientId"],
      status: 200,
      returns: Thing,
      errors: ["not_found"],
    },
    () => ({ id: "1", note: null }),
  ),
});
const routes = [
  ["/v2/things/[id]", thing],
  ["/v2/things", things],
] as const;
const api = describeApi(routes);
const create = api.paths["/v2/things"]?.post;

describe("the description says what the definition says", () => {
  test("paths come from folders, and names of segments become parameters", () => {
    expect(Object.keys(api.paths)).toEqual(["/v2/things", "/v2/things/{id}"]);
    expect(api.paths["/v2/things/{id}"]?.get?.parameters).toContainEqual({
      name: "id",
      in: "path",
      required: true,
      schema: { type: "string" },
    });
  });

  test("any one of the accepted credentials, an orchestrator's key only with a client ID", () => {
    expect(create?.security).toEqual([
      { apiKey: [] },
      { clientId: [] },
      { orchestratorKey: [], clientId: [] },
      { sessionBearer: [] },
      { sessionCookie: [] },
    ]);
  });

  test("headers are required where there is no other way in", () => {
    const headers = (parameters = create?.parameters) =>
      parameters?.filter((one) => one.in === "header").map(({ name, required }) => [name, required]);
    expect(headers()).toEqual([
      ["x-api-key", false],
      ["x-client-id", false],
      ["x-orchestrator-key", false],
      ["Origin", false],
      ["Idempotency-Key", false],
    ]);
    expect(headers(api.paths["/v2/things/{id}"]?.get?.parameters)).toEqual([
      ["x-client-id", true],
      ["Origin", true],
    ]);
  });

  test("a field with a default is optional to send", () => {
    expect(create?.requestBody?.content["application/json"]?.schema.required).toEqual(["name"]);
    expect(create?.parameters?.filter((one) => one.in === "query")).toEqual([
      { name: "dry", in: "query", required: false, schema: { type: "string", enum: ["true", "false"] } },
      { name: "from", in: "query", required: true, schema: { type: "string" } },
    ]);
  });

  test("every status an endpoint can answer, from the error table", () => {
    expect(Object.keys(create?.responses ?? {}).sort()).toEqual(
      ["201", "400", "401", "403", "409", "413", "415", "429", "503"].sort(),
    );
    expect(Object.keys(api.paths["/v2/things/{id}"]?.get?.responses ?? {})).toEqual([
      "200",
      "401",
      "403",
      "404",
      "429",
    ]);
  });

  test("every answer carries a request ID, every error its code, and a 429 when to come back", () => {
    const answers = Object.entries(create?.responses ?? {});
    expect(answers.every(([, { headers }]) => "x-request-id" in headers)).toBe(true);
    const withCode = answers.filter(([, { headers }]) => "x-error-code" in headers).map(([status]) => status);
    expect(withCode).toEqual(answers.map(([status]) => status).filter((status) => status >= "400"));
    expect(answers.filter(([, { headers }]) => "retry-after" in headers).map(([status]) => status)).toEqual([
      "429",
    ]);
  });

  test("named schemas are shared, and stay open to fields of later versions", () => {
    expect(api.components.schemas.Thing).toEqual({
      type: "object",
      properties: { id: { type: "string" }, note: { type: ["string", "null"] } },
      required: ["id", "note"],
    });
    expect(create?.responses["201"]?.content["application/json"]?.schema.properties?.things).toEqual({
      type: "array",
      items: { $ref: "#/components/schemas/Thing" },
    });
  });

  test("the order of files does not matter", () => {
    expect(JSON.stringify(describeApi([...routes].reverse()))).toBe(JSON.stringify(api));
  });

  test("a named schema that is sent in one form and received in another is refused", () => {
    const Moment = z.object({ at: z.string().default("now") }).meta({ id: "Moment" });
    const both = endpoint({
      POST: route(
        {
          operationId: "ready",
          summary: "",
          tags: [],
          auth: [],
          body: z.object({ moment: Moment }),
          status: 200,
          returns: z.object({ moment: Moment }),
          errors: [],
        },
        ({ body }) => body,
      ),
    });
    expect(() => describeApi([["/v2/both", both]])).toThrow("Two different schemas are named Moment");
  });
});
