/** The fields that a refusal names, dotted: of the list of a schema (ER-02), or beside the words of a rule (ER-01). */
export function refusedFields(body: unknown): string[] {
  const { message, errors = [] } = body as {
    message: string | { path: (string | number)[] }[];
    errors?: { field: string }[];
  };
  return typeof message === "string"
    ? errors.map(({ field }) => field)
    : message.map(({ path }) => path.join("."));
}
