import { z } from "zod";

/** A currency on the wire (behaviour.md CU-05 to CU-07). */
export const Currency = z
  .object({
    id: z.string(),
    name: z.string(),
    symbol: z.string(),
    decimals: z.int().min(0).max(255),
    /** Null for native coins and fiat. */
    address: z.string().nullable(),
    network: z.string(),
    type: z.enum(["ERC20", "ETH", "TRC20", "ISO4217"]),
    /** The address of a token; a computed value for native coins and fiat. */
    hash: z.string().nullable(),
    chainId: z.int().nullable(),
  })
  .meta({ id: "Currency" });
export type Currency = z.infer<typeof Currency>;

const FIRST_ONLY = ["true", "false"];

/** Query of `GET /v2/currencies` (behaviour.md CU-01 to CU-03). */
export const ListCurrenciesQuery = z.object({
  network: z.string().optional(),
  symbol: z.string().optional(),
  // Not z.enum: the contract fixes both this message and the issue code `custom` (behaviour.md §4.2).
  firstOnly: z
    .string()
    .refine((value) => FIRST_ONLY.includes(value), "firstOnly must be 'true' or 'false' if provided")
    .meta({ enum: FIRST_ONLY })
    .optional(),
  id: z.string().optional(),
});
export type ListCurrenciesQuery = z.infer<typeof ListCurrenciesQuery>;

/** An array, or one object when `id` or `firstOnly=true` was asked for. */
export const ListCurrenciesAnswer = z.union([z.array(Currency), Currency]);
export type ListCurrenciesAnswer = z.infer<typeof ListCurrenciesAnswer>;

/** Path of `GET /v2/currencies/{currencyId}/conversion-routes`. */
export const ConversionRoutesPath = z.object({ currencyId: z.string() });

/** Its query: one network, or several separated by commas (behaviour.md CU-09). */
export const ConversionRoutesQuery = z.object({
  network: z.string().optional(),
  networks: z.string().optional(),
});
export type ConversionRoutesQuery = z.infer<typeof ConversionRoutesQuery>;

/** `network` is null without a filter; `networks` stands in its place when several were asked for (CU-10). */
export const ConversionRoutesAnswer = z.object({
  currencyId: z.string(),
  network: z.string().nullable().optional(),
  networks: z.array(z.string()).optional(),
  conversionRoutes: z.array(Currency),
});
export type ConversionRoutesAnswer = z.infer<typeof ConversionRoutesAnswer>;
