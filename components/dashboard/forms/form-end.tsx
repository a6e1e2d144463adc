import Link from "next/link";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { WAITS_WORDS } from "../api/api-failure";

interface FormEndProps {
  /** What went wrong, where no field is to blame. */
  error: string | undefined;
  /** The verb on the button, as "Save". */
  submit: string;
  isPending: boolean;
  onCancel: () => void;
}

/** The end of a form: what went wrong with all of it, and the two ways out. */
export function FormEnd({ error, submit, isPending, onCancel }: FormEndProps) {
  return (
    <>
      {error === WAITS_WORDS && (
        <Alert tone="warning">
          {error}{" "}
          <Link href="/dashboard/approvals" className="font-medium underline underline-offset-4">
            Show what waits
          </Link>
        </Alert>
      )}
      {error !== undefined && error !== WAITS_WORDS && <Alert tone="danger">{error}</Alert>}
      <div className="flex justify-end gap-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" isPending={isPending}>
          {submit}
        </Button>
      </div>
    </>
  );
}
