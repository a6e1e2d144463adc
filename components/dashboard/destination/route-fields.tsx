"use client";

import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useDashboardConfig } from "../config";
import { useMerchant } from "../session/merchant";

/** Where to be paid: a chain, and a token's address on it. */
export interface RouteChoice {
  chainId: number;
  tokenAddress: string;
}

/** Chains on which the signed-in wallet can be paid, with the tokens it may ask for there (PD-10). */
export function useReceivingChains() {
  const { networks } = useDashboardConfig();
  const { family } = useMerchant();
  return networks
    .filter((network) => network.family === family)
    .map((network) => ({
      ...network,
      tokens: network.tokens.flatMap((token) =>
        token.isDestination && token.address !== null ? [{ ...token, address: token.address }] : [],
      ),
    }))
    .filter(({ tokens }) => tokens.length > 0);
}

const ENGLISH = {
  chain: "Chain",
  token: "Token",
  chooseChain: "Choose a chain",
  chooseToken: "Choose a token",
  /** Stands behind what is in force. */
  current: "(current)",
};

interface RouteFieldsProps {
  value: RouteChoice | null;
  onChange: (choice: RouteChoice) => void;
  /** What is in force, marked as such in both lists. */
  current?: RouteChoice;
  errors?: Readonly<Record<string, string>>;
  /** On pages that speak other languages. */
  labels?: typeof ENGLISH;
}

/** Two comboboxes that always agree: another chain brings its own tokens, USDC first where it has it. */
export function RouteFields({ value, onChange, current, errors = {}, labels = ENGLISH }: RouteFieldsProps) {
  const chains = useReceivingChains();
  const chain = chains.find(({ chainId }) => chainId === value?.chainId);
  const mark = (isCurrent: boolean) => (isCurrent ? ` ${labels.current}` : "");
  const token = chain?.tokens.find(({ address }) => address === value?.tokenAddress);
  const choose = (id: string, symbol: string) => {
    const next = chains.find((one) => one.id === id);
    const { address } = next?.tokens.find((one) => one.symbol === symbol) ?? next?.tokens[0] ?? {};
    if (next && address) onChange({ chainId: next.chainId, tokenAddress: address });
  };
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={labels.chain} error={errors.chainId}>
        {(control) => (
          <Select
            {...control}
            value={chain?.id ?? ""}
            placeholder={labels.chooseChain}
            onChange={({ target }) => choose(target.value, token?.symbol ?? "USDC")}
            options={chains.map(({ id, chainId, name }) => ({
              value: id,
              label: name + mark(chainId === current?.chainId),
            }))}
          />
        )}
      </Field>
      <Field label={labels.token} error={errors.tokenAddress}>
        {(control) => (
          <Select
            {...control}
            value={token?.symbol ?? ""}
            placeholder={labels.chooseToken}
            disabled={!chain}
            onChange={({ target }) => chain && choose(chain.id, target.value)}
            options={(chain?.tokens ?? []).map(({ address, symbol }) => ({
              value: symbol,
              label: symbol + mark(chain?.chainId === current?.chainId && address === current?.tokenAddress),
            }))}
          />
        )}
      </Field>
    </div>
  );
}
