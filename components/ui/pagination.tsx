"use client";

import { Button } from "./button";

interface PaginationProps {
  /** Names what is paged, as "payment requests". */
  what: string;
  hasPrevious: boolean;
  hasNext: boolean;
  onPrevious: () => void;
  onNext: () => void;
  /** As "1–25 of about 4,000". */
  position?: string;
  isPending?: boolean;
}

/** Back and forth through pages that are found by their last row, so that page numbers do not exist. */
export function Pagination({
  what,
  hasPrevious,
  hasNext,
  onPrevious,
  onNext,
  position,
  isPending = false,
}: PaginationProps) {
  if (!hasPrevious && !hasNext && !position) return null;
  return (
    <nav aria-label={`Pages of ${what}`} className="flex items-center justify-between gap-3 pt-4">
      <p role="status" className="text-sm text-muted">
        {position}
      </p>
      <div className="flex gap-2">
        <Button size="sm" disabled={!hasPrevious} isPending={isPending} onClick={onPrevious}>
          Previous
        </Button>
        <Button size="sm" disabled={!hasNext} isPending={isPending} onClick={onNext}>
          Next
        </Button>
      </div>
    </nav>
  );
}

/** For lists that grow instead. */
export function LoadMore({ onMore, isPending }: { onMore: () => void; isPending: boolean }) {
  return (
    <div className="flex justify-center pt-4">
      <Button size="sm" isPending={isPending} onClick={onMore}>
        Load more
      </Button>
    </div>
  );
}
