"use client";

import { LoadMore, Pagination } from "@/components/ui/pagination";
import type { CursorList } from "./use-cursor-list";

interface CursorPagesProps {
  /** Names what is paged. */
  what: string;
  page: Omit<CursorList, "data">;
  /** Which rows are shown, of how many. */
  position?: string | null;
}

/** The way through a list whose pages are found by the row they follow. */
export function CursorPages({ what, page, position = null }: CursorPagesProps) {
  const number = page.hasPrevious || page.hasNext ? `Page ${page.number}` : null;
  return (
    <Pagination
      what={what}
      hasPrevious={page.hasPrevious}
      hasNext={page.hasNext}
      onPrevious={page.goBack}
      onNext={page.goOn}
      position={[number, position].filter(Boolean).join(": ") || undefined}
      isPending={page.isPlaceholderData}
    />
  );
}

interface NumberedPagesProps {
  what: string;
  /** The page that is shown, from 1. */
  page: number;
  onPage: (page: number) => void;
  /** What the API answered; undefined while nobody knows. */
  list: { total: number; limit: number } | undefined;
}

/** The way through a list whose pages have numbers. Nothing where all of it is on one. */
export function NumberedPages({ what, page, onPage, list }: NumberedPagesProps) {
  if (!list || list.total <= list.limit) return null;
  return (
    <Pagination
      what={what}
      hasPrevious={page > 1}
      hasNext={page * list.limit < list.total}
      onPrevious={() => onPage(page - 1)}
      onNext={() => onPage(page + 1)}
      position={`${list.total} in all`}
    />
  );
}

interface MoreRowsProps {
  list: { hasNextPage: boolean; fetchNextPage: () => unknown; isFetchingNextPage: boolean };
}

/** The way on through a list that grows. Nothing at its end. */
export function MoreRows({ list: { hasNextPage, fetchNextPage, isFetchingNextPage } }: MoreRowsProps) {
  return hasNextPage && <LoadMore onMore={() => fetchNextPage()} isPending={isFetchingNextPage} />;
}
