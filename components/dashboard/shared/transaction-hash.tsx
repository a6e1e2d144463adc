"use client";

import { Address } from "@/components/ui/address";
import { useNames } from "../networks";

/** A transaction's hash, and the way to it on a block explorer where one knows its network. */
export function TransactionHash({ network, hash }: { network: string; hash: string }) {
  const url = useNames().transactionUrl(network, hash);
  return (
    <>
      <Address value={hash} copy="transaction hash" />
      {url && (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="ml-2 text-accent underline underline-offset-4"
        >
          Explorer
        </a>
      )}
    </>
  );
}
