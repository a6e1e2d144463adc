import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { ApiFailure } from "../api/api-failure";
import { ReadFailed } from "./read-failed";

interface RecordNotLoadedProps {
  /** What was looked for, such as "payment". */
  what: string;
  /** The name of the page that lists all of them. */
  list: string;
  error: Error;
  onRetry: () => void;
}

/** In place of one record: it does not exist for this account, or reading it failed. */
export function RecordNotLoaded({ what, list, error, onRetry }: RecordNotLoadedProps) {
  if (error instanceof ApiFailure && error.status === 404) {
    return (
      <Card>
        <EmptyState title={`There is no such ${what}`}>
          It may belong to another account. {list} lists everything of this one.
        </EmptyState>
      </Card>
    );
  }
  return <ReadFailed error={error} onRetry={onRetry} />;
}

/** In place of one record while it is read. */
export function RecordLoading({ what }: { what: string }) {
  return (
    <Card>
      <div role="status" className="space-y-4">
        <span className="sr-only">Loading the {what}</span>
        <Skeleton className="h-9 w-1/3" />
        <Skeleton className="w-2/3" />
        <Skeleton className="w-1/2" />
      </div>
    </Card>
  );
}
