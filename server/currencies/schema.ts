import { z } from "zod";

/** A currency on the wire (behaviour.md CU-05 to CU-07). */
export const Currency = z
  .object({
    id: z.string().describe("ID of the currency, such as `USDC-base` or `EUR`."),
    name: z.string(),
    symbol: z.string().describe("Symbol of the currency, such as `USDC`."),
    decimals: z
      .int()
      .min(0)
      .max(255)
      .describe("Decimals of the currency: an amount of 1 is 10 to the power of this in base units."),
    /** Null for native coins and fiat. */
    address: z
      .string()
      .nullable()
      .describe("Address of the token; null for native coins and fiat currencies."),
    network: z.string(),
    type: z
      .enum(["ERC20", "ETH", "TRC20", "ISO4217"])
      .describe("Kind of the currency: a token, a native coin or a fiat currency."),
    /** The address of a token; a computed value for native coins and fiat. */
    hash: z
      .string()
      .nullable()
      .describe(
        "Identifies the currency on chain: the address of a token, a computed value for a native coin or fiat.",
      ),
    chainId: z.int().nullable(),
  })
  .meta({ id: "Currency" });
export type Currency = z.infer<typeof Currency>;

const FIRST_ONLY = ["true", "false"];

/** Query of `GET /v2/currencies` (behaviour.md CU-01 to CU-03). */
export const ListCurrenciesQuery = z.object({
  network: z.string().optional(),
  symbol: z.string().optional().describe("Only currencies with this symbol."),
  // Not z.enum: the contract fixes both this message and the issue code `custom` (behaviour.md §4.2).
  firstOnly: z
    .string()
    .refine((value) => FIRST_ONLY.includes(value), "firstOnly must be 'true' or 'false' if provided")
    .meta({ enum: FIRST_ONLY })
    .optional()
    .describe("Whether only the first currency of several with one symbol is wanted."),
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
  networks: z.string().optional().describe("Network IDs, separated by commas: only routes on these."),
});
export type ConversionRoutesQuery = z.infer<typeof ConversionRoutesQuery>;

/** `network` is null without a filter; `networks` stands in its place when several were asked for (CU-10). */
export const ConversionRoutesAnswer = z.object({
  currencyId: z.string(),
  network: z.string().nullable().optional(),
  networks: z.array(z.string()).optional().describe("The networks that were asked for."),
  conversionRoutes: z.array(Currency).describe("Currencies in which a request in this currency can be paid."),
});
export type ConversionRoutesAnswer = z.infer<typeof ConversionRoutesAnswer>;
