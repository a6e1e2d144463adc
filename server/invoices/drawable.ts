import { invalidField } from "@/server/errors";
import { undrawable } from "@/server/lib/pdf/faces";

/** Refuses text with characters that no paper of ours can show, before anything is stored of it. Throws 400. */
export async function refuseUndrawable(field: string, value: unknown): Promise<void> {
  const missing = await undrawable(textIn(value));
  if (missing.length === 0) return;
  throw invalidField(field, `Invoices cannot show these characters: ${missing.slice(0, 10).join(" ")}`);
}

function textIn(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value).map(textIn).join("");
}
