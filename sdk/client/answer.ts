import type { FieldProblem } from "@/sdk/client/errors";

/** An answer as far as it could be read. */
export interface Received {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text of a download. */
  body: unknown;
  /** False for what the service never sends: cut short, no JSON, a page of a proxy. */
  isReadable: boolean;
}

/** Texts that the service answers beside JSON. */
const TEXTS = /^text\/(?:csv|plain)\b/;

/** Reads an answer to its end. Rejects where the connection ends before it. */
export async function readAnswer(response: Response): Promise<Received> {
  const { status, headers } = response;
  const text = await response.text();
  const type = headers.get("content-type") ?? "";
  if (TEXTS.test(type)) return { status, headers, body: text, isReadable: true };
  const body = parsed(text);
  return { status, headers, body, isReadable: body !== undefined && /\bjson\b/.test(type) };
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What an error says in words, whichever of the forms of the API it has. */
export function messageOf(status: number, body: unknown): string {
  const { message, error } = objectOf(body);
  if (typeof message === "string") return message;
  const fields = fieldsOf(body).map((problem) => `${problem.field}: ${problem.message}`);
  if (fields.length > 0) return fields.join("; ");
  return typeof error === "string" ? error : `The service answered ${status}`;
}

/** The fields that an error is about: its `errors`, or the list that its `message` is. */
export function fieldsOf(body: unknown): FieldProblem[] {
  const { errors, message } = objectOf(body);
  const list = Array.isArray(errors) ? errors : Array.isArray(message) ? message : [];
  return list.map(objectOf).map(({ field, path, message: words }) => ({
    field: typeof field === "string" ? field : Array.isArray(path) ? path.join(".") : "",
    message: String(words ?? ""),
  }));
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
