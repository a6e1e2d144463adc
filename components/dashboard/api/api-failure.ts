/** Said of a change that waits. It did not fail, and it was not made. */
export const WAITS_WORDS = "This waits for a second person. Nothing has changed yet.";

/** What the API prefix when it refused. The message is meant for people. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly status: number;
  /** What is wrong with which field, by its dotted path. */
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | null;
  /** A word for programs, where the API has one. */
  readonly code: string | null;

  constructor(
    status: number,
    message: string,
    fields: Record<string, string>,
    requestId: string | null,
    code: string | null = null,
  ) {
    super(message);
    this.status = status;
    this.fields = fields;
    this.requestId = requestId;
    this.code = code;
  }
}

/** Reads any of the API's error bodies (behaviour.md §4.1). */
export function readFailure(status: number, body: unknown, requestId: string | null): ApiFailure {
  const issues = issuesOf(body);
  const fields = Object.fromEntries(issues.map(({ field, message }) => [field, message]));
  const [only] = issues;
  const plain = isRecord(body) && typeof body.message === "string" ? body.message : null;
  const several = issues.length > 1 ? "Check what is marked." : plain;
  const message = issues.length === 1 && only ? withField(only.field, only.message) : several;
  const code = isRecord(body) && typeof body.code === "string" ? body.code : null;
  return new ApiFailure(status, message ?? wordsFor(status), fields, requestId, code);
}

/** What is wrong with a field, for a place where the field is named already. */
export function besideField(field: string, message: string): string {
  const name = field.split(".").at(-1) ?? field;
  const prefix = [field, name].find((one) => one !== "" && message.startsWith(`${one}: `));
  return prefix === undefined ? message : message.slice(prefix.length + 2);
}

/** The same for a place that names no field: most messages do so themselves. */
export function withField(field: string, message: string): string {
  const words = besideField(field, message);
  return field === "" || words.toLowerCase().startsWith(field.toLowerCase()) ? words : `${field}: ${words}`;
}

/** Words for a failure of any kind, for a strip above a form or a list. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : "Something went wrong. Try again.";
}

function issuesOf(body: unknown): { field: string; message: string }[] {
  if (!isRecord(body)) return [];
  const list = Array.isArray(body.message) ? body.message : Array.isArray(body.errors) ? body.errors : [];
  return list.filter(isRecord).map((issue) => {
    const field = Array.isArray(issue.path) ? issue.path.join(".") : String(issue.field ?? "");
    return { field, message: besideField(field, String(issue.message ?? "")) };
  });
}

function wordsFor(status: number): string {
  if (status === 401) return "Your session has ended. Sign in again.";
  if (status === 429) return "Too many calls at once. Wait a moment, then try again.";
  if (status >= 500) return "The service could not answer. Try again in a moment.";
  return "The service refused this.";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
