import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiFailure, messageOf } from "./api-failure";

/**
 * Puts what the API refused beside the fields it is about, by `fields` (the form's name for the API's path)
 * where the two differ, and everything else above the button.
 */
export function showFailure<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, "setError" | "getValues">,
  error: unknown,
  fields: Record<string, Path<Values>> = {},
): void {
  const known = new Set(Object.keys(form.getValues()));
  /** The field a path is about: an item of a list belongs to the field that holds the list. */
  const fieldOf = (path: string): Path<Values> | undefined => {
    const named = Object.keys(fields).find((prefix) => path === prefix || path.startsWith(`${prefix}.`));
    if (named !== undefined) return fields[named];
    // A path whose first part is a field of this form is a path of this form.
    return known.has(path.split(".")[0] ?? "") ? (path as Path<Values>) : undefined;
  };
  const issues = error instanceof ApiFailure ? Object.entries(error.fields) : [];
  const placed = issues.flatMap(([path, message]) => {
    const field = fieldOf(path);
    return field === undefined ? [] : [{ field, message }];
  });
  for (const { field, message } of placed) {
    form.setError(field, { type: "server", message }, { shouldFocus: true });
  }
  if (placed.length === 0) form.setError("root", { type: "server", message: messageOf(error) });
}
