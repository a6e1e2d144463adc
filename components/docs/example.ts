import type { JsonSchema, Operation, Parameter } from "@/server/http/openapi/document";
import type { Schemas } from "./fields";

/** Values a reader recognises; anything else is made from its type. */
const SAMPLES: Record<string, unknown> = {
  amount: "10.00",
  invoiceCurrency: "USDC-sepolia",
  paymentCurrency: "USDC-sepolia",
  payee: "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7",
  payer: "0x2e2E5C79F571ef1658d4C2d3684a1FE97DD30570",
  wallet: "0x2e2E5C79F571ef1658d4C2d3684a1FE97DD30570",
  walletAddress: "0x2e2E5C79F571ef1658d4C2d3684a1FE97DD30570",
  currencyId: "USDC-sepolia",
  startDate: "2027-01-01T00:00:00Z",
  email: "ada@example.com",
};

/** The call as one would type it into a shell. Only what is required is shown. */
export function curlExample(
  method: string,
  path: string,
  operation: Operation,
  apiUrl: string,
  schemas: Schemas,
): string {
  const parameters = operation.parameters ?? [];
  const url = `${apiUrl}${withPathValues(path)}${queryOf(parameters)}`;
  const body = operation.requestBody?.content["application/json"]?.schema;
  const lines = [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}'${url}'`,
    ...credentialOf(operation).map((header) => `-H "${header}"`),
    ...(body
      ? ['-H "content-type: application/json"', `-d '${JSON.stringify(sampleOf(body, schemas), null, 2)}'`]
      : []),
  ];
  return lines.join(" \\\n  ");
}

function withPathValues(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => String(SAMPLES[name] ?? `<${name}>`));
}

function queryOf(parameters: readonly Parameter[]): string {
  const required = parameters.filter((one) => one.in === "query" && one.required);
  const pairs = required.map(
    ({ name, schema }) => `${name}=${String(SAMPLES[name] ?? schema.enum?.[0] ?? `<${name}>`)}`,
  );
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

function credentialOf({ security }: Operation): string[] {
  const way = security[0];
  if (!way) return [];
  const headers: Record<string, string> = {
    apiKey: "x-api-key: $API_KEY",
    clientId: "x-client-id: $CLIENT_ID",
    orchestratorKey: "x-orchestrator-key: $ORCHESTRATOR_KEY",
    sessionBearer: "authorization: Bearer $SESSION_TOKEN",
    sessionCookie: "cookie: session_token=$SESSION_TOKEN",
  };
  return Object.keys(way).flatMap((scheme) => headers[scheme] ?? []);
}

function sampleOf(schema: JsonSchema, schemas: Schemas, name = ""): unknown {
  const ref = schema.$ref?.split("/").at(-1);
  if (ref) return sampleOf(schemas[ref] ?? {}, schemas, name);
  const variant = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (variant) return sampleOf(variant, schemas, name);
  if (SAMPLES[name] !== undefined) return SAMPLES[name];
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  const type = [schema.type].flat()[0];
  if (type === "object" || schema.properties) return sampleObject(schema, schemas);
  if (type === "array") return schema.items ? [sampleOf(schema.items, schemas, name)] : [];
  if (type === "boolean") return true;
  return type === "integer" || type === "number" ? (schema.minimum ?? 1) : "…";
}

/** Required fields; of `request`-like bodies without any, those whose sample says something. */
function sampleObject({ properties = {}, required = [] }: JsonSchema, schemas: Schemas) {
  const shown = Object.entries(properties).filter(([name]) => required.includes(name) || name === "payee");
  return Object.fromEntries(shown.map(([name, part]) => [name, sampleOf(part, schemas, name)]));
}
