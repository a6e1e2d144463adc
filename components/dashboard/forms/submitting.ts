import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { showFailure } from "../api/show-failure";

/**
 * Sends a form that is filled in as it has to be, and puts what the API refused beside its fields, by `fields` (the
 * form's name for the API's path) where the two differ.
 */
export function submitting<Values extends FieldValues, Context, Sent>(
  form: UseFormReturn<Values, Context, Sent>,
  send: (values: Sent) => Promise<unknown>,
  fields?: Record<string, Path<Values>>,
) {
  return form.handleSubmit(async (values) => {
    try {
      await send(values);
    } catch (error) {
      showFailure(form, error, fields);
    }
  });
}
