"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import type { OperationId } from "@/server/auth/operations/operations";
import { PageFrame } from "../frame/page-frame";
import { useMay } from "../roles/role";

interface BooksPlace {
  href: string;
  name: string;
  /** What the page reads first of all. */
  operation: OperationId;
}

/** The pages of the books. */
const PLACES: readonly BooksPlace[] = [
  { href: "/dashboard/books", name: "Months", operation: "listPeriods" },
  { href: "/dashboard/books/balances", name: "Balances", operation: "listMonthlyBalances" },
  { href: "/dashboard/books/received", name: "Received", operation: "listReceivedByDay" },
  { href: "/dashboard/books/exports", name: "Exports", operation: "listExports" },
  { href: "/dashboard/books/accounts", name: "Accounts", operation: "getAccountMapping" },
];

/** The pages of a close belong to the months. */
const CLOSE = "/dashboard/books/close";

interface BooksFrameProps {
  operation: OperationId;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** A page of the books, with links to the others. */
export function BooksFrame({ operation, title, action, children }: BooksFrameProps) {
  const may = useMay();
  const path = usePathname().replace(/\/+$/, "");
  return (
    <PageFrame operation={operation} title={title} action={action}>
      <nav aria-label="Books" className="mb-6 flex gap-5 overflow-x-auto border-b border-line">
        {PLACES.filter((place) => may(place.operation)).map(({ href, name }) => (
          <Link
            key={href}
            href={href}
            prefetch={false}
            aria-current={path === href || (name === "Months" && path.startsWith(CLOSE)) ? "page" : undefined}
            className="-mb-px border-b-2 border-transparent py-2.5 text-sm font-medium whitespace-nowrap text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
          >
            {name}
          </Link>
        ))}
      </nav>
      {children}
    </PageFrame>
  );
}
