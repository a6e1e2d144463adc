/** The parts of OpenAPI 3.1 that our description uses. */
export interface OpenApi {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  /** What the service calls itself, by event. */
  webhooks: Record<string, { post: Operation }>;
  components: {
    securitySchemes: Record<string, JsonSchema>;
    headers: Record<string, Header>;
    schemas: Record<string, JsonSchema>;
  };
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: SecurityRequirement[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, ApiResponse>;
}

export type SecurityRequirement = Record<string, string[]>;

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface Header {
  description: string;
  schema: JsonSchema;
}

export interface ApiResponse {
  description: string;
  headers: Record<string, { $ref: string }>;
  content: Content;
}

export type Content = Record<string, { schema: JsonSchema; example?: unknown }>;

/** A JSON Schema as zod writes it, or a reference to one. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  [keyword: string]: unknown;
}
