import type { JsonSchema, Operation, Parameter } from "@/server/http/openapi/document";
import type { Schemas } from "../fields/fields";

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
  url: "https://shop.example/hooks/quittance",
};

/** A credential is never written into an example: it is taken from the environment. */
export interface SampleHeader {
  name: string;
  /** What stands before the secret. */
  prefix: string;
  variable: string;
}

/** One call, before it is written in some language. Only what is required is in it. */
export interface SampleCall {
  method: string;
  url: string;
  credentials: SampleHeader[];
  /** Absent where nothing is sent. */
  body?: unknown;
  /** False where the answer is a file. */
  isJson: boolean;
}

const CREDENTIALS: Record<string, SampleHeader> = {
  apiKey: { name: "x-api-key", prefix: "", variable: "API_KEY" },
  clientId: { name: "x-client-id", prefix: "", variable: "CLIENT_ID" },
  orchestratorKey: { name: "x-orchestrator-key", prefix: "", variable: "ORCHESTRATOR_KEY" },
  sessionBearer: { name: "authorization", prefix: "Bearer ", variable: "SESSION_TOKEN" },
};

/** The call that an example of the operation makes. */
export function sampleCall(
  method: string,
  path: string,
  operation: Operation,
  apiUrl: string,
  schemas: Schemas,
): SampleCall {
  const schema = operation.requestBody?.content["application/json"]?.schema;
  const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
  return {
    method: method.toUpperCase(),
    url: `${apiUrl}${withPathValues(path)}${queryOf(operation.parameters ?? [])}`,
    credentials: Object.keys(operation.security[0] ?? {}).flatMap((scheme) => CREDENTIALS[scheme] ?? []),
    ...(schema ? { body: sampleOf(schema, schemas) } : {}),
    isJson: answers.every(([, { content }]) => "application/json" in content),
  };
}

/** A body with everything that is required, in values that a reader recognises. */
export function sampleBody(operation: Operation, schemas: Schemas): unknown {
  const schema = operation.requestBody?.content["application/json"]?.schema;
  return schema && sampleOf(schema, schemas);
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
