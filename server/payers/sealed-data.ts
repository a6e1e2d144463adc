import { z } from "zod";
import type { Config } from "@/server/config";
import { ApiError } from "@/server/errors";
import { secretBytes } from "@/server/lib/random";
import type { Keyring } from "@/server/lib/sealing/keyring";
import { seal, unseal } from "@/server/lib/sealing/sealed";

/** What is kept of a payer: what the provider is told, and the pages that continue the checks. */
export const PayerData = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  companyName: z.string().optional(),
  beneficiaryType: z.enum(["individual", "business"]),
  kycUrl: z.string().optional(),
  agreementUrl: z.string().optional(),
});
export type PayerData = z.infer<typeof PayerData>;

/** What is kept of a bank account: enough for its owner to know which one it is. */
export const BankAccountData = z.object({
  bankName: z.string(),
  accountName: z.string(),
  accountNumber: z.string().optional(),
  routingNumber: z.string().optional(),
});
export type BankAccountData = z.infer<typeof BankAccountData>;

/** Seals what is kept of one row under the key of personal data; it opens in no other row. */
export function sealData(config: Config, kind: "payer" | "bank account", id: string, data: unknown): string {
  const bytes = seal(keysOf(config), contextOf(kind, id), JSON.stringify(data), secretBytes);
  return `0x${bytes.toString("hex")}`;
}

/** Opens what `sealData` sealed for this row. Throws `SealBroken` without its key. */
export function openData<S extends z.ZodType>(
  config: Config,
  row: { kind: "payer" | "bank account"; id: string; sealed: string | null },
  schema: S,
): z.output<S> {
  if (row.sealed === null) throw new ApiError("not_found", "Its personal data was erased");
  const bytes = Buffer.from(row.sealed.slice(2), "hex");
  return schema.parse(JSON.parse(unseal(keysOf(config), contextOf(row.kind, row.id), bytes)));
}

/** The same data, sealed with the current key. Throws `SealBroken` where no given key opens it. */
export function resealData(
  config: Config,
  kind: "payer" | "bank account",
  id: string,
  sealed: string,
): string {
  const context = contextOf(kind, id);
  const text = unseal(keysOf(config), context, Buffer.from(sealed.slice(2), "hex"));
  return `0x${seal(keysOf(config), context, text, secretBytes).toString("hex")}`;
}

function contextOf(kind: string, id: string): string {
  return `personal data:${kind}:${id}`;
}

/** What seals personal data. Throws 503 where no key is set. */
export function keysOf({ personalData }: Config): Keyring {
  if (personalData.keys === null) {
    throw new ApiError("unavailable", "Personal data is sealed under a PERSONAL_DATA_KEY that is not set");
  }
  return personalData.keys;
}

/** The last four characters; of a short number fewer, so that never more than half of it is told. */
export function masked(number: string | undefined): string | undefined {
  if (number === undefined || number === "") return undefined;
  const shown = Math.min(4, Math.floor(number.length / 2));
  return `••••${number.slice(number.length - shown)}`;
}
