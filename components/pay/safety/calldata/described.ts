import type { ArgumentMeaning, DecodedArgument } from "@/components/pay/safety/comparison";

/** What calldata says. */
export interface Described {
  functionName: string;
  /** `approve(address,uint256)`. */
  signature: string;
  arguments: DecodedArgument[];
}

/** An argument of a call; `currency` is the token that an amount counts. */
export function argument(
  name: string,
  meaning: ArgumentMeaning,
  value: string | bigint,
  currency: string | null = null,
): DecodedArgument {
  return { name, meaning, value: value.toString(), currency };
}
