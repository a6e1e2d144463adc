import { z } from "zod";
import { IssueApiKeyBody } from "@/server/platforms/api-keys/schema";
import { KeyScopes } from "@/server/platforms/key-bounds/schema";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** What the fields of networks and limits hold. */
export const BoundValues = z.object({
  /** One address or network a line. */
  networks: z.string(),
  payments: z
    .string()
    .trim()
    .regex(/^\d{0,7}$/, "A whole number"),
  usd: z
    .string()
    .trim()
    .regex(/^(?:\d{1,12}(?:\.\d{1,2})?)?$/, "A number with at most two decimals"),
});
export type BoundValues = z.infer<typeof BoundValues>;

/** What the form of a new key holds. */
export const KeyValues = z
  .object({
    label: z.string().trim().min(1, "Give it a name").pipe(IssueApiKeyBody.shape.label),
    days: z.string(),
    scopes: KeyScopes,
    endsWithMembership: z.boolean(),
    ...BoundValues.shape,
  })
  .refine(({ scopes }) => scopes === null || scopes.length > 0, {
    path: ["scopes"],
    message: "Choose what it may do",
  });
export type KeyValues = z.infer<typeof KeyValues>;

export const NO_BOUNDS: BoundValues = { networks: "", payments: "", usd: "" };
export const NEW_KEY: KeyValues = {
  label: "",
  days: "",
  scopes: null,
  endsWithMembership: false,
  ...NO_BOUNDS,
};

/** Where a form puts what the API says about these. */
export const BOUNDS_OF_API = {
  allowedNetworks: "networks",
  "dailyLimit.payments": "payments",
  "dailyLimit.usd": "usd",
} as const;

/** Networks and limit as the API takes them; undefined for none. */
export function boundsOf({ networks, payments, usd }: BoundValues) {
  const list = networks.split(/[\s,]+/).filter((text) => text !== "");
  const hasLimit = payments !== "" || usd !== "";
  return {
    allowedNetworks: list.length > 0 ? list : undefined,
    dailyLimit: hasLimit
      ? { ...(payments === "" ? {} : { payments: Number(payments) }), ...(usd === "" ? {} : { usd }) }
      : undefined,
  };
}

/** What both kinds of keys are made of. */
export type NewKeyBody = ReturnType<typeof newKeyBody>;

/** A new key as the API takes it. `now` is in milliseconds. */
export function newKeyBody({ label, days, scopes, endsWithMembership, ...bounds }: KeyValues, now: number) {
  return {
    label,
    expiresAt: days === "" ? undefined : new Date(now + Number(days) * DAY_MS).toISOString(),
    scopes: scopes ?? undefined,
    endsWithMembership: endsWithMembership || undefined,
    ...boundsOf(bounds),
  };
}

/** The names of these fields, in every form that has them. */
export const BOUND_NAMES = { networks: "networks", payments: "payments", usd: "usd" } as const;
