"use client";

import type { ColumnDef } from "@tanstack/react-table";
import { useMemo } from "react";
import { Download } from "@/components/icons/icons";
import { Address } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import type { ExportHistory as History } from "@/server/dashboard/books/schema";
import { ListTable } from "../../lists/list-table";
import { monthInWords } from "../month-words";
import { useSaveFile } from "../use-save-file";
import { FORMAT_WORDS, sizeInWords } from "./format-words";
import { useExports } from "./queries";

type Export = History["exports"][number];

/** Every file that was downloaded, by whom and when, with its hash; and the same file again. */
export function ExportHistory() {
  const history = useExports();
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = history;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.exports), [data]);
  return (
    <Card
      title="Downloaded before"
      description="Downloading again gives the same file, to the byte, or says why it cannot be made again."
    >
      <ListTable
        label="Downloaded before"
        columns={COLUMNS}
        rows={rows}
        rowId={({ id }) => id}
        reading={history}
        empty={
          <EmptyState icon={<Download />} title="No file was downloaded">
            Every file that somebody of the account downloads is listed here.
          </EmptyState>
        }
      />
      {hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button isPending={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}

const COLUMNS: ColumnDef<Export, unknown>[] = [
  {
    id: "file",
    header: "File",
    meta: { isUnlabelled: true },
    cell: ({ row: { original } }) => (
      <div className="min-w-0">
        <p className="font-medium">{FORMAT_WORDS[original.format]}</p>
        <p className="text-xs text-muted">
          {timeOf(original)}
          {original.currency && `, ${original.currency}`}
        </p>
        {original.wallet && <Address value={original.wallet} className="text-xs text-muted" />}
      </div>
    ),
  },
  {
    id: "when",
    header: "Downloaded",
    cell: ({ row: { original } }) => (
      <div className="min-w-0">
        <Time value={original.startedAt} form="absolute" />
        {original.by && <Who name={original.by} />}
      </div>
    ),
  },
  {
    id: "size",
    header: "Entries",
    meta: { align: "right" },
    cell: ({
      row: {
        original: { isWhole, rows, bytes },
      },
    }) =>
      isWhole ? (
        <div>
          <p className="tabular-nums">{rows?.toLocaleString("en")}</p>
          {bytes !== null && <p className="text-xs whitespace-nowrap text-muted">{sizeInWords(bytes)}</p>}
        </div>
      ) : (
        <Badge tone="warning">Cut off</Badge>
      ),
  },
  {
    id: "hash",
    header: "SHA-256",
    cell: ({
      row: {
        original: { sha256 },
      },
    }) => (sha256 === null ? "–" : <Address value={sha256} copy="hash" />),
  },
  {
    id: "again",
    header: "",
    meta: { isUnlabelled: true, align: "right" },
    cell: ({ row: { original } }) => original.isWhole && <Again file={original} />,
  },
];

function Who({ name }: { name: string }) {
  return (
    <p className="text-xs text-muted">
      {name.startsWith("0x") ? <Address value={name} /> : <bdi className="wrap-anywhere">{name}</bdi>}
    </p>
  );
}

function Again({ file: { id, fileName } }: { file: Export }) {
  const save = useSaveFile();
  return (
    <Button
      size="sm"
      isPending={save.isPending}
      onClick={() => save.mutate({ path: `/v2/books/exports/${id}/file`, name: fileName })}
      aria-label={`Download ${fileName} again`}
    >
      <Download aria-hidden="true" />
      Again
    </Button>
  );
}

function timeOf({ month, from, to, timeZone }: Export): string {
  if (month !== null) return `${monthInWords(month)}, ${timeZone}`;
  const moment = new Intl.DateTimeFormat("en", { timeZone, dateStyle: "medium", timeStyle: "short" });
  return `${moment.format(new Date(from))} to ${moment.format(new Date(to))}, ${timeZone}`;
}
