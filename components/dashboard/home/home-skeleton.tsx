import { Skeleton } from "@/components/ui/skeleton";

/** The first view's outline while its figures are read. */
export function HomeSkeleton() {
  return (
    <div role="status" className="grid gap-6 xl:grid-cols-[3fr_2fr]">
      <span className="sr-only">Loading the overview</span>
      <Skeleton className="h-96 rounded-lg" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}
