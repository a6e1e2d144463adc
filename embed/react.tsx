import { createElement, type ReactNode, useEffect, useRef } from "react";

interface QuittanceCheckoutProps {
  /** The script of your installation, as `https://pay.example/embed.js`. */
  src: string;
  /** Of the payment link. */
  token: string;
  lang?: string;
  /** Of your page; as the payer's system is, without it. */
  theme?: "light" | "dark";
  /** The time to ask your server whether the link is paid: the event itself proves nothing. */
  onComplete?: () => void;
  onError?: (code: string) => void;
  /** Shown where the link cannot be. */
  children?: ReactNode;
}

/** A payment link inside a page, as `<quittance-checkout>` shows it. */
export function QuittanceCheckout({
  src,
  token,
  lang,
  theme,
  onComplete,
  onError,
  children,
}: QuittanceCheckoutProps) {
  const element = useRef<HTMLElement>(null);
  const told = useRef({ onComplete, onError });
  told.current = { onComplete, onError };
  useEffect(() => {
    if (document.querySelector(`script[src="${CSS.escape(src)}"]`)) return;
    document.head.append(Object.assign(document.createElement("script"), { src, async: true }));
  }, [src]);
  useEffect(() => {
    const ended = new AbortController();
    const on = (type: string, act: (event: Event) => void) =>
      element.current?.addEventListener(type, act, { signal: ended.signal });
    on("complete", () => told.current.onComplete?.());
    on("error", (event) => event instanceof CustomEvent && told.current.onError?.(event.detail.code));
    return () => ended.abort();
  }, []);
  return createElement("quittance-checkout", { ref: element, token, lang, theme }, children);
}
