import { StatusFrame } from "@/components/status/status-frame";
import { Alert } from "@/components/ui/alert";

/** Shown while the database does not answer: then nothing is known, which is worth saying. */
export function StatusUnknown() {
  return (
    <StatusFrame>
      <Alert tone="danger" title="The service cannot be read">
        Its database does not answer at the moment. Payments on chain are noticed once it does; none is lost.
      </Alert>
    </StatusFrame>
  );
}
