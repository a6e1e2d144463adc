"use client";

import { type ComponentType, useCallback, useState } from "react";

interface LoadedSession<Props> {
  /** Null until it is loaded. */
  Session: ComponentType<Props> | null;
  isLoading: boolean;
  hasFailed: boolean;
  open(): Promise<void>;
}

/** The part of a page that comes with the wallets: loaded when it is wanted. `load` is the same in every render. */
export function useLoadedSession<Props>(load: () => Promise<ComponentType<Props>>): LoadedSession<Props> {
  const [Session, setSession] = useState<ComponentType<Props> | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const open = useCallback(async () => {
    setLoading(true);
    setFailed(false);
    try {
      const loaded = await load();
      setSession(() => loaded);
    } catch {
      setFailed(true);
    }
    setLoading(false);
  }, [load]);
  return { Session, isLoading, hasFailed, open };
}
