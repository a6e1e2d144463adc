import type { FormEventHandler, ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { FormEnd } from "./form-end";

interface FormProps<Values extends FieldValues, Context, Sent> {
  form: Pick<UseFormReturn<Values, Context, Sent>, "formState">;
  /** Made by `submitting`. */
  onSubmit: FormEventHandler;
  /** The verb on the button, as "Save". */
  submit: string;
  onCancel: () => void;
  /** Its fields. */
  children: ReactNode;
}

/** A form whose fields are checked before it is sent, with its two ways out. */
export function Form<Values extends FieldValues, Context, Sent>(props: FormProps<Values, Context, Sent>) {
  const { errors, isSubmitting } = props.form.formState;
  return (
    <form onSubmit={props.onSubmit} noValidate className="grid gap-5">
      {props.children}
      <FormEnd
        error={errors.root?.message}
        submit={props.submit}
        isPending={isSubmitting}
        onCancel={props.onCancel}
      />
    </form>
  );
}
