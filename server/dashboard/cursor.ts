import { z } from "zod";
import type { PaymentSort } from "@/server/dashboard/payments-schema";
import { invalidField } from "@/server/errors";

/** Where a page ended: the values its order goes by, of its last row. */
export interface Position {
  createdAt: Date;
  id: string;
  /** Amount in units of 10^-18, for lists by amount. */
  scaled: string;
  rank: number;
}

const Stored = z.tuple([
  z.string(),
  z.iso.datetime(),
  z.string().regex(/^[0-9A-Z]{26}$/),
  z.string().regex(/^\d{1,120}$/),
  z.int().min(0).max(99),
]);

/** A position as callers carry it; good for the order it was made in. */
export function writeCursor(sort: PaymentSort, at: Position): string {
  const parts = [sort, at.createdAt.toISOString(), at.id, at.scaled, at.rank];
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/** Throws 400 for anything but a cursor of this order. */
export function readCursor(sort: PaymentSort, text: string): Position {
  const parsed = Stored.safeParse(jsonIn(text));
  if (!parsed.success || parsed.data[0] !== sort) {
    throw invalidField("cursor", "cursor must be one that an answer with the same order gave");
  }
  const [, createdAt, id, scaled, rank] = parsed.data;
  return { createdAt: new Date(createdAt), id, scaled, rank };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}
