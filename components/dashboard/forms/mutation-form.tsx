import type { ReactNode } from "react";
import { messageOf } from "../api/api-failure";
import { FormEnd } from "./form-end";

interface MutationFormProps {
  /** What the form changes. A press does nothing while it is under way. */
  mutation: { isPending: boolean; error: Error | null };
  onSubmit: () => void;
  /** The verb on the button, as "Save". */
  submit: string;
  onCancel: () => void;
  /** Its fields. */
  children: ReactNode;
}

/** A form of a few values that makes one change, with its two ways out. */
export function MutationForm({ mutation, onSubmit, submit, onCancel, children }: MutationFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!mutation.isPending) onSubmit();
      }}
      className="grid gap-5"
    >
      {children}
      <FormEnd
        error={mutation.error ? messageOf(mutation.error) : undefined}
        submit={submit}
        isPending={mutation.isPending}
        onCancel={onCancel}
      />
    </form>
  );
}
