"use client";

import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { type ComponentProps, createContext, type ReactNode, useContext, useEffect, useRef } from "react";

/** Address of the list whose records open in place; null outside of such a screen. */
const BaseContext = createContext<string | null>(null);

/** In an entry of the browser's history: how far its list was scrolled, and that the entry before is that list. */
const SCROLLED = "quittance:scrolled";
const FROM_LIST = "quittance:from-list";

interface RecordScreenProps {
  /** Address of the list; that of a record is one segment longer. */
  base: string;
  /** Titles of the tab. */
  titles: { list: string; record: string };
  list: ReactNode;
  record: (id: string) => ReactNode;
}

/**
 * A list and each of its records as one screen with two addresses: going from one to the other asks the server for no
 * page, so that what is known already shows at once. The addresses are pages of their own for whoever opens one.
 */
export function RecordScreen({ base, titles, list, record }: RecordScreenProps) {
  const id = recordIn(usePathname(), base);
  const shown = useRef(id);
  const title = id === null ? titles.list : titles.record;
  useEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    document.title = document.title.replace(/^.*(?= · )/, title);
    // Readers hear of another page where the focus is; the way back is as far down as it was left.
    document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
    const scrolled: unknown = window.history.state?.[SCROLLED];
    window.scrollTo(0, id === null && typeof scrolled === "number" ? scrolled : 0);
  }, [id, title]);
  return <BaseContext value={base}>{id === null ? list : <div key={id}>{record(id)}</div>}</BaseContext>;
}

/** Leads to a record or its list: in place where they are of the screen around, else as any link does. */
export function useOpen(): (href: string) => void {
  const base = useContext(BaseContext);
  const router = useRouter();
  return (href) => {
    if (!openInPlace(href, base)) router.push(href);
  };
}

/** A link that opens in place. A new tab, a copied address and a page without scripts get the page itself. */
export function InPlaceLink({ href, ...rest }: Omit<ComponentProps<typeof Link>, "href"> & { href: string }) {
  const base = useContext(BaseContext);
  return (
    <Link
      {...rest}
      href={href}
      prefetch={false}
      onNavigate={(event) => {
        if (openInPlace(href, base)) event.preventDefault();
      }}
    />
  );
}

/** Answers false for what is no part of the screen. */
function openInPlace(href: string, base: string | null): boolean {
  if (base === null) return false;
  if (href === base) return goBack(base);
  if (recordIn(href, base) === null) return false;
  window.history.replaceState({ ...window.history.state, [SCROLLED]: window.scrollY }, "");
  window.history.pushState({ [FROM_LIST]: true }, "", href);
  return true;
}

/** To the list as it was left, with its filters; to a fresh one where this record was opened by its address. */
function goBack(base: string): boolean {
  if (window.history.state?.[FROM_LIST] === true) window.history.back();
  else window.history.pushState(null, "", base);
  return true;
}

/** The record that an address is about; null for the list and for anything else. */
function recordIn(path: string, base: string): string | null {
  const at = path.replace(/\/+$/, "");
  if (!at.startsWith(`${base}/`)) return null;
  const rest = at.slice(base.length + 1);
  return rest.includes("/") ? null : decodeURIComponent(rest);
}
