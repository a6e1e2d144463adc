import { z } from "zod";

/** Forms that several settings have. */
export const flag = z.enum(["true", "false"]).transform((text) => text === "true");
export const url = z.url().transform((text) => text.replace(/\/+$/, ""));
export const usdAmount = z.string().regex(/^\d+(\.\d{1,18})?$/, "a decimal amount");
export const secretKey = z.string().regex(/^[0-9a-f]{64}$/i, "64 hex characters");
export const port = z.coerce.number().int().min(0).max(65_535);

/** Several values in one variable, separated by commas; none where it is unset. */
export function listOf<Item extends z.ZodType<unknown, string>>(item: Item) {
  return z.string().default("").transform(splitList).pipe(z.array(item));
}

function splitList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
