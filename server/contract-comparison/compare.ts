import { type Resolve, type Shape, shapeOf } from "@/server/contract-comparison/shape";
import type { JsonSchema } from "@/server/http/openapi/document";

/** As much of an OpenAPI document, 3.0 or 3.1, as the comparison reads. */
export interface ApiDocument {
  paths: Record<string, Record<string, ApiOperation>>;
  components?: Record<string, Record<string, unknown>>;
}

interface ApiOperation {
  operationId?: string;
  security?: Record<string, unknown>[];
  parameters?: (ApiParameter | Ref)[];
  requestBody?: { required?: boolean; content?: ApiContent };
  responses: Record<string, { content?: ApiContent } | Ref>;
}

type ApiContent = Record<string, { schema?: JsonSchema }>;
interface ApiParameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: JsonSchema;
}
interface Ref {
  $ref: string;
}

/** One point in which two descriptions of an operation disagree. */
export interface Difference {
  operation: string;
  /** Where, and how: `201.requestId: only ours`. */
  difference: string;
}

/**
 * Compares every operation of ours with the contract's, and names those that only the contract has.
 * In answers, promising more than the contract (a field that is always there, a closed list of values) is
 * no difference, because it breaks no client.
 */
export function compareApis(ours: ApiDocument, contracts: readonly ApiDocument[]): Difference[] {
  const common = operationsOf(ours).flatMap(({ name, path, method, operation }) => {
    const contract = contracts.find(({ paths }) => paths[path]?.[method]);
    const theirs = contract?.paths[path]?.[method];
    const found =
      contract && theirs
        ? compareOperations({ operation, api: ours }, { operation: theirs, api: contract })
        : ["operation: only ours"];
    return found.map((difference) => ({ operation: name, difference }));
  });
  const missing = contracts
    .flatMap(operationsOf)
    .filter(({ path, method }) => !ours.paths[path]?.[method])
    .map(({ name }) => ({ operation: name, difference: "operation: only the contract's" }));
  return [...common, ...missing];
}

const METHODS: ReadonlySet<string> = new Set(["get", "post", "put", "patch", "delete"]);

/** Beside operations, a path may hold what they share. */
function operationsOf({ paths }: ApiDocument) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, method, operation })),
  );
}

interface Side {
  operation: ApiOperation;
  api: ApiDocument;
}

function compareOperations(ours: Side, theirs: Side): string[] {
  return [
    ...compareText("operationId", ours.operation.operationId, theirs.operation.operationId),
    ...compareSets("security", securityOf(ours), securityOf(theirs)),
    ...compareParameters(ours, theirs),
    ...compareBodies(ours, theirs),
    ...compareResponses(ours, theirs),
  ];
}

function securityOf({ operation }: Side): Set<string> {
  return new Set((operation.security ?? []).map((way) => Object.keys(way).sort().join("+")));
}

function compareParameters(ours: Side, theirs: Side): string[] {
  const [left, right] = [parametersOf(ours), parametersOf(theirs)];
  return [
    ...compareSets("parameter", new Set(left.keys()), new Set(right.keys())),
    ...[...left].flatMap(([key, parameter]) => {
      const other = right.get(key);
      if (!other) return [];
      return [
        ...compareRequired(key, parameter.required, other.required),
        ...compareShapes(key, shape(ours, parameter.schema), shape(theirs, other.schema), "sent"),
      ];
    }),
  ];
}

function parametersOf({ operation, api }: Side): Map<string, ApiParameter> {
  const list = (operation.parameters ?? []).map((entry) => deref<ApiParameter>(api, entry));
  // Header names do not depend on case, all others do.
  return new Map(
    list.map((one) => [`${one.in} ${one.in === "header" ? one.name.toLowerCase() : one.name}`, one]),
  );
}

function compareBodies(ours: Side, theirs: Side): string[] {
  const [left, right] = [ours.operation.requestBody, theirs.operation.requestBody];
  if (!left || !right) return compareText("body", left && "present", right && "present");
  return [
    ...compareRequired("body", left.required, right.required),
    ...compareShapes("body", shape(ours, schemaOf(left)), shape(theirs, schemaOf(right)), "sent"),
  ];
}

function compareResponses(ours: Side, theirs: Side): string[] {
  const [left, right] = [ours.operation.responses, theirs.operation.responses];
  const success = Object.keys(left).filter((status) => status.startsWith("2") && right[status]);
  return [
    ...compareSets("status", new Set(Object.keys(left)), new Set(Object.keys(right))),
    ...success.flatMap((status) => {
      const documented = schemaOf(deref(theirs.api, right[status]));
      // The contract leaves some success bodies open.
      if (!documented) return [];
      const own = schemaOf(deref(ours.api, left[status]));
      return compareShapes(status, shape(ours, own), shape(theirs, documented), "received");
    }),
  ];
}

function schemaOf(part: { content?: ApiContent }): JsonSchema | undefined {
  return part.content?.["application/json"]?.schema;
}

function shape({ api }: Side, schema: JsonSchema | undefined): Shape {
  const resolve: Resolve = (ref) => deref(api, { $ref: ref });
  return shapeOf(schema ?? {}, resolve);
}

function compareShapes(at: string, ours: Shape, theirs: Shape, way: "sent" | "received"): string[] {
  const [left, right] = [ours.fields, theirs.fields];
  const listed = theirs.values !== null || way === "sent";
  return [
    ...(theirs.types.size > 0 ? compareSets(`${at} type`, ours.types, theirs.types) : []),
    ...(listed ? compareSets(`${at} value`, ours.values ?? new Set(), theirs.values ?? new Set()) : []),
    ...(isOpen(theirs) ? [] : compareSets(`${at} field`, keys(left), keys(right))),
    ...[...left].flatMap(([name, field]) => {
      const other = right.get(name);
      if (!other) return [];
      const path = `${at}.${name}`;
      return [
        ...(way === "sent" || other.required ? compareRequired(path, field.required, other.required) : []),
        ...compareShapes(path, field.shape, other.shape, way),
      ];
    }),
    ...(ours.items && theirs.items ? compareShapes(`${at}[]`, ours.items, theirs.items, way) : []),
    ...(ours.entries && theirs.entries ? compareShapes(`${at}{}`, ours.entries, theirs.entries, way) : []),
  ];
}

/** The contract says no more than "an object" or nothing at all. */
function isOpen(theirs: Shape): boolean {
  return theirs.fields.size === 0 && (theirs.types.size === 0 || theirs.types.has("object"));
}

function keys(map: Map<string, unknown>): Set<string> {
  return new Set(map.keys());
}

function compareRequired(at: string, ours = false, theirs = false): string[] {
  return ours === theirs ? [] : [`${at}: required only ${ours ? "ours" : "in the contract"}`];
}

function compareText(at: string, ours: string | undefined, theirs: string | undefined): string[] {
  return ours === theirs ? [] : [`${at}: ${ours ?? "none"}, contract ${theirs ?? "none"}`];
}

function compareSets(what: string, ours: Set<string>, theirs: Set<string>): string[] {
  const only = (one: Set<string>, other: Set<string>) => [...one].filter((entry) => !other.has(entry)).sort();
  return [
    ...only(ours, theirs).map((entry) => `${what} ${entry}: only ours`),
    ...only(theirs, ours).map((entry) => `${what} ${entry}: only in the contract`),
  ];
}

function deref<T extends object>(api: ApiDocument, value: T | Ref | undefined): T {
  if (value === undefined) throw new Error("Nothing to look up");
  if (!isRef(value)) return value;
  const found = value.$ref
    .replace(/^#\//, "")
    .split("/")
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], api);
  if (typeof found !== "object" || found === null) throw new Error(`${value.$ref} points nowhere`);
  // A reference stands in for the thing it names; the caller knows which kind that is.
  return deref<T>(api, found as T | Ref);
}

function isRef(value: object): value is Ref {
  return "$ref" in value && typeof value.$ref === "string";
}
