import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { messageOf } from "../api/api-failure";

/** In place of what could not be read: why, and a way to try again. */
export function ReadFailed({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  return (
    <Alert tone="danger" action={<Button onClick={() => onRetry()}>Try again</Button>}>
      {messageOf(error)}
    </Alert>
  );
}
