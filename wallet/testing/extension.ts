import type { Window } from "happy-dom";
import { type Hex, numberToHex } from "viem";

/** An extension as a page sees it, with a person behind it who does as the test says. */
export interface Extension {
  provider: Record<string, unknown>;
  /** Methods that were asked for, in order. */
  asked: string[];
  /** What the wallet is on now. Setting does not announce the page, as a wallet that lies would not. */
  account: string;
  chainId: number;
  /** Answers this method, or throws, in place of the extension. */
  answers: Map<string, (params: unknown) => unknown>;
  emit(event: string, value: unknown): void;
  /** Announces itself (EIP-6963), now and whenever it is asked to. */
  announce(info: { rdns: string; name: string }): void;
}

/** An extension on `account`, not announced yet. */
export function anExtension(window: Window, account: Hex, chainId = 11155111): Extension {
  const listeners = new Map<string, Set<(value: unknown) => void>>();
  const extension: Extension = {
    asked: [],
    account,
    chainId,
    answers: new Map(),
    provider: {
      request: async ({ method, params }: { method: string; params?: unknown }) => {
        extension.asked.push(method);
        const answer = extension.answers.get(method);
        if (answer) return answer(params);
        if (method === "eth_accounts" || method === "eth_requestAccounts") return [extension.account];
        if (method === "eth_chainId") return numberToHex(extension.chainId);
        if (method === "wallet_requestPermissions") return [{ parentCapability: "eth_accounts" }];
        throw Object.assign(new Error("the method is not there"), { code: -32601 });
      },
      on: (event: string, listener: (value: unknown) => void) => {
        listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      },
      removeListener: (event: string, listener: (value: unknown) => void) =>
        listeners.get(event)?.delete(listener),
    },
    emit: (event, value) => {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(value);
    },
    announce: (info) => {
      const detail = Object.freeze({
        info: { uuid: crypto.randomUUID(), icon: "data:image/svg+xml,<svg/>", ...info },
        provider: extension.provider,
      });
      const announce = () =>
        window.dispatchEvent(new window.CustomEvent("eip6963:announceProvider", { detail }));
      window.addEventListener("eip6963:requestProvider", announce);
      announce();
    },
  };
  return extension;
}
