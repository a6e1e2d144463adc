/** What the API said when it refused. The message is meant for people. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly status: number;
  /** What is wrong with which field, by its dotted path. */
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | null;

  constructor(status: number, message: string, fields: Record<string, string>, requestId: string | null) {
    super(message);
    this.status = status;
    this.fields = fields;
    this.requestId = requestId;
  }
}

/** Reads any of the API's error bodies (behaviour.md §4.1). */
export function readFailure(status: number, body: unknown, requestId: string | null): ApiFailure {
  const issues = issuesOf(body);
  const fields = Object.fromEntries(issues.map(({ field, message }) => [field, message]));
  const [only] = issues;
  const plain = isRecord(body) && typeof body.message === "string" ? body.message : null;
  const message =
    issues.length === 1 && only ? only.message : issues.length > 0 ? "Check what is marked." : plain;
  return new ApiFailure(status, message ?? wordsFor(status), fields, requestId);
}

/** Words for a failure of any kind, for a strip above a form or a list. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : "Something went wrong. Try again.";
}

function issuesOf(body: unknown): { field: string; message: string }[] {
  if (!isRecord(body)) return [];
  const list = Array.isArray(body.message) ? body.message : Array.isArray(body.errors) ? body.errors : [];
  return list.filter(isRecord).map((issue) => ({
    field: Array.isArray(issue.path) ? issue.path.join(".") : String(issue.field ?? ""),
    message: String(issue.message ?? ""),
  }));
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
