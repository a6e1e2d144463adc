/** Currencies that have no smaller unit: nobody writes 1,000.00 yen. */
const WITHOUT_MINOR_UNIT = new Set(["JPY"]);
const MINOR_DIGITS = 2;
const THOUSANDS = /\B(?=(\d{3})+$)/g;
/** What stands for the symbol of a token that we do not know; its amount is in base units. */
const ADDRESS = /^(?:0x|T)[0-9a-zA-Z]{33,}$/;

/**
 * A plain decimal with two decimals at least (none for yen) and every digit that there is; what is no decimal comes
 * back as it is.
 */
export function withMinorUnit(decimal: string, symbol: string): string {
  const match = /^(-?\d+)(?:\.(\d+))?$/.exec(decimal);
  if (!match) return decimal;
  const [, whole = "", fraction = ""] = match;
  const shown = fraction.replace(/0+$/, "").padEnd(WITHOUT_MINOR_UNIT.has(symbol) ? 0 : MINOR_DIGITS, "0");
  return shown === "" ? whole : `${whole}.${shown}`;
}

/**
 * The figures of an amount in an English sentence of ours, as pages write them (`1,250.50`). `decimal` is a plain
 * decimal of the API; base units of an unknown token, which has its address for a symbol, stay as they are.
 */
export function writtenFigures(decimal: string, symbol: string): string {
  if (ADDRESS.test(symbol)) return decimal;
  const [whole = "", fraction] = withMinorUnit(decimal, symbol).split(".");
  const grouped = /^-?\d+$/.test(whole) ? whole.replace(THOUSANDS, ",") : whole;
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** The same with its currency: `1,250.50 USDC`. */
export function writtenAmount(decimal: string, symbol: string): string {
  return `${writtenFigures(decimal, symbol)} ${symbol}`;
}
