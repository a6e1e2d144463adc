"use client";

import { useEffect, useState } from "react";
import { EMBEDDED_ID } from "@/components/pay/embed/embedded-id";
import { greetHost, tellHost } from "@/components/pay/embed/host";
import { newsOf } from "@/components/pay/embed/news";
import type { PageState } from "@/server/secure-payments/page/page-schema";

/**
 * Keeps the page around this one informed: that this page stands, how high it is, when to look, and that the payer pressed
 * Escape, which a dialog around a frame does not hear. Null tells nobody.
 */
export function useHost(host: string | null, page: PageState): void {
  const [isHeard, setHeard] = useState(false);

  useEffect(() => {
    if (host === null) return;
    return greetHost(host, () => {
      setHeard(true);
      tellHost(host, { method: "ec.start" });
    });
  }, [host]);

  useEffect(() => {
    const drawn = document.getElementById(EMBEDDED_ID);
    if (host === null || !isHeard || !drawn) return;
    const watch = new ResizeObserver(() =>
      tellHost(host, { method: "quittance.resize", params: { height: Math.ceil(drawn.offsetHeight) } }),
    );
    watch.observe(drawn);
    return () => watch.disconnect();
  }, [host, isHeard]);

  useEffect(() => {
    if (host === null || !isHeard) return;
    const press = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === "Escape" && !defaultPrevented) tellHost(host, { method: "quittance.close" });
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [host, isHeard]);

  const news = newsOf(page);
  const method = news?.method;
  const code = news?.method === "ec.error" ? news.code : undefined;
  useEffect(() => {
    if (host === null || !isHeard) return;
    if (code !== undefined) tellHost(host, { method: "ec.error", params: { error: { code } } });
    else if (method === "ec.complete") tellHost(host, { method });
  }, [host, isHeard, method, code]);
}
